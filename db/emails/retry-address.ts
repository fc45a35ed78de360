import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";

/**
 * Lets an address that bounced get emails again, once.
 *
 * @param at ISO 8601
 */
export async function retryAddress(db: Db, hash: string, at: string): Promise<void> {
  await db
    .update(undeliverableAddresses)
    .set({ reason: null, changedAt: at, retriedAt: at })
    .where(
      and(
        eq(undeliverableAddresses.addressHash, hash),
        eq(undeliverableAddresses.reason, "bounced"),
        isNull(undeliverableAddresses.retriedAt),
      ),
    );
}
