import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { alertDeliveries } from "#db/schema/events.ts";

/**
 * Deletes what a channel accepted, or records why it failed, so that the next run takes it again.
 *
 * @param takenAt as passed to `takeDeliveries`
 * @param error without addresses and URLs; null when the channel accepted the alerts
 */
export async function settleDeliveries(
  db: Db,
  { channel, takenAt, error }: { channel: string; takenAt: string; error: string | null },
): Promise<void> {
  const taken = and(
    eq(alertDeliveries.channel, channel),
    eq(alertDeliveries.triedAt, sql`${takenAt}::timestamptz`),
  );
  await (error === null
    ? db.delete(alertDeliveries).where(taken)
    : db.update(alertDeliveries).set({ error }).where(taken));
}
