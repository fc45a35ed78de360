import { sql } from "drizzle-orm";
import * as z from "zod";
import { activeOperators } from "#db/accounts/account-manager-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";

const Manager = z.object({ userId: z.string(), name: z.string() });

export async function findAccountManager(
  db: Db,
  userId: string,
): Promise<z.infer<typeof Manager> | null> {
  const [found] = await rowsOf(
    db,
    sql`select operator.user_id, operator.name from ${businesses} managed
      join ${activeOperators()} on operator.user_id = managed.account_manager_id
      where managed.user_id = ${userId}::uuid`,
    Manager,
  );
  return found ?? null;
}
