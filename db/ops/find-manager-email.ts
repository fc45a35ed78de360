import { sql } from "drizzle-orm";
import * as z from "zod";
import { activeOperators } from "#db/accounts/account-manager-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";

/** Null when the operator may no longer act. */
export async function findManagerEmail(db: Db, managerId: string): Promise<string | null> {
  const [found] = await rowsOf(
    db,
    sql`select member.email from ${activeOperators()} where operator.user_id = ${managerId}::uuid`,
    z.object({ email: z.nullable(z.string()) }),
  );
  return found?.email ?? null;
}
