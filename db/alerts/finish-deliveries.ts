import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { alertDeliveries } from "#db/schema/events.ts";

/**
 * Deletes the deliveries that a channel accepted, or records why it failed, so that the next run claims them again.
 *
 * @param claimedAt as passed to `claimDeliveries`
 * @param error without addresses and URLs; null when the channel accepted the alerts
 */
export async function finishDeliveries(
  db: Db,
  { channel, claimedAt, error }: { channel: string; claimedAt: string; error: string | null },
): Promise<void> {
  const claimed = and(
    eq(alertDeliveries.channel, channel),
    eq(alertDeliveries.triedAt, sql`${claimedAt}::timestamptz`),
  );
  await (error === null
    ? db.delete(alertDeliveries).where(claimed)
    : db.update(alertDeliveries).set({ error }).where(claimed));
}
