import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";

/** Lets an address that bounced get emails again, once. */
export async function retryAddress(
  db: Db,
  { addressHash, at }: { addressHash: string; at: string },
): Promise<void> {
  await db
    .update(undeliverableAddresses)
    .set({ reason: null, changedAt: at, retriedAt: at })
    .where(
      and(
        eq(undeliverableAddresses.addressHash, addressHash),
        eq(undeliverableAddresses.reason, "bounced"),
        isNull(undeliverableAddresses.retriedAt),
      ),
    );
}
