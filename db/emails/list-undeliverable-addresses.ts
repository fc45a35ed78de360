import { and, isNotNull } from "drizzle-orm";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";

export type UndeliverableAddress = Awaited<ReturnType<typeof listUndeliverableAddresses>>[number];

export async function listUndeliverableAddresses(db: Db, hashes: readonly string[]) {
  const rows = await db
    .select({
      id: undeliverableAddresses.addressHash,
      reason: undeliverableAddresses.reason,
      since: undeliverableAddresses.changedAt,
      retriedAt: undeliverableAddresses.retriedAt,
    })
    .from(undeliverableAddresses)
    .where(
      and(
        anyOf(undeliverableAddresses.addressHash, hashes),
        isNotNull(undeliverableAddresses.reason),
      ),
    );
  return rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
}
