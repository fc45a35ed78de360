import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";

const UserContact = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
});
export type UserContact = z.infer<typeof UserContact>;

/**
 * Lists the emails and names of accounts.
 *
 * @returns existing accounts only; an account without an email has null
 */
export async function listUserContacts(db: Db, ids: readonly string[]): Promise<UserContact[]> {
  return rowsOf(
    db,
    sql`select id, email, user_metadata->>'first_name' as first_name from ${users}
      where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null`,
    UserContact,
  );
}
