import { sql } from "drizzle-orm";
import * as z from "zod";
import { AccountManager } from "#contracts/api/content/account-manager.ts";
import { activeOperators, photoOf } from "../accounts/account-manager-sql.ts";
import { type Db, findRowOf, findValueOf, rowsOf } from "../client.ts";
import { businesses } from "../schema/content.ts";

const Row = z.object({
  userId: z.string(),
  ...AccountManager.shape,
  /** Customers whom they look after. */
  customers: z.int(),
});
export type OperatorRow = z.infer<typeof Row>;

export async function listOperators(db: Db): Promise<OperatorRow[]> {
  return rowsOf(db, Row)`select operator.user_id, operator.name, operator.hours, operator.whats_app,
    ${photoOf(sql`operator.user_id`)} as photo, (
      select count(*)::int from ${businesses} managed where managed.account_manager_id = operator.user_id
    ) as customers
  from ${activeOperators()} order by operator.name, operator.user_id`;
}

const Manager = z.object({ userId: z.string(), name: z.string() });

export function findAccountManager(db: Db, userId: string) {
  return findRowOf(db, Manager)`select operator.user_id, operator.name from ${businesses} managed
    join ${activeOperators()} on operator.user_id = managed.account_manager_id
    where managed.user_id = ${userId}::uuid`;
}

/** Null when the operator may no longer act. */
export function findManagerEmail(db: Db, managerId: string): Promise<string | null> {
  return findValueOf(db, z.nullable(z.string()))`select member.email
      from ${activeOperators()} where operator.user_id = ${managerId}::uuid`;
}
