import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { users } from "#db/schema/accounts.ts";
import { matchesEmailOrPhone } from "./find-credentials.ts";

const PendingEmailChange = z.object({
  id: z.string(),
  new_email: z.string(),
  is_anonymous: z.boolean(),
  email_change_sent_at: z.nullable(Timestamp),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** Finds the pending email change of the account with this email. */
export async function findEmailChange(db: Db, email: string): Promise<PendingEmailChange | null> {
  const [found] = await rowsOf(
    db,
    sql`select account.id, account.new_email, account.is_anonymous, account.email_change_sent_at
      from ${users} account where ${matchesEmailOrPhone({ email })} and account.new_email is not null`,
    PendingEmailChange,
  );
  return found ?? null;
}
