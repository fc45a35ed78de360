import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { erasedAddresses } from "#db/schema/accounts.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";

/**
 * SQL that keeps the email of an account for its last mail, if it was proven.
 *
 * @param event of the erasure or change
 * @param account the row before, as `former`
 * @param isGone condition on it
 */
export function insertErasedAddress(
  event: { id: string; at: string },
  account: SQL,
  isGone = sql`true`,
): SQL {
  return sql`insert into ${erasedAddresses} (id, email, erased_at)
    select ${event.id}, former.email, ${event.at}::timestamptz from ${account} former
    where former.email is not null and former.email_confirmed_at is not null and ${isGone}`;
}

/** @param eventId of the erasure or change */
export async function findErasedAddress(db: Db, eventId: string): Promise<string | null> {
  const [found] = await db
    .select({ email: erasedAddresses.email })
    .from(erasedAddresses)
    .where(eq(erasedAddresses.id, eventId));
  return found?.email ?? null;
}

/**
 * Deletes an address after its last mail, with the record that emails to it bounced.
 *
 * @param address.eventId of the erasure or change
 */
export async function forgetErasedAddress(
  db: Db,
  { eventId, addressHash }: { eventId: string; addressHash: string },
): Promise<void> {
  await db.execute(sql`with undeliverable as (
      delete from ${undeliverableAddresses} where address_hash = ${addressHash}
    )
    delete from ${erasedAddresses} where id = ${eventId}`);
}
