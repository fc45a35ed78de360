import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { users } from "#db/schema/accounts.ts";
import { matchesEmailOrPhone } from "./find-credentials.ts";

const PendingPhoneChange = z.object({
  id: z.string(),
  new_phone: z.string(),
  phone_change_sent_at: z.nullable(Timestamp),
});
type PendingPhoneChange = z.infer<typeof PendingPhoneChange>;

/** Finds the pending phone change of the account with this phone. */
export async function findPhoneChange(db: Db, phone: string): Promise<PendingPhoneChange | null> {
  const [found] = await rowsOf(
    db,
    sql`select account.id, account.new_phone, account.phone_change_sent_at
      from ${users} account where ${matchesEmailOrPhone({ phone })} and account.new_phone is not null`,
    PendingPhoneChange,
  );
  return found ?? null;
}
