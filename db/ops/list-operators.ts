import { sql } from "drizzle-orm";
import * as z from "zod";
import { AccountManager } from "#contracts/api/content/account-manager.ts";
import { activeOperators, photoOf } from "#db/accounts/account-manager-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";

const Row = z.object({
  userId: z.string(),
  ...AccountManager.shape,
  /** Customers whom they look after. */
  customers: z.int(),
});
export type OperatorRow = z.infer<typeof Row>;

export async function listOperators(db: Db): Promise<OperatorRow[]> {
  return rowsOf(
    db,
    sql`select operator.user_id, operator.name, operator.hours, operator.whats_app,
      ${photoOf(sql`operator.user_id`)} as photo, (
        select count(*)::int from ${businesses} managed where managed.account_manager_id = operator.user_id
      ) as customers
    from ${activeOperators()} order by operator.name, operator.user_id`,
    Row,
  );
}
