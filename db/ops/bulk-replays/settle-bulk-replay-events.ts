import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type BulkReplayOutcome, bulkReplayEvents } from "#db/schema/events.ts";

/** Records what became of claimed events, in the transaction that replayed them. */
export async function settleBulkReplayEvents(
  tx: Db,
  settled: readonly { bulkReplayId: string; eventId: string; outcome: BulkReplayOutcome }[],
): Promise<void> {
  const ids = sql.param(settled.map((row) => row.bulkReplayId));
  const eventIds = sql.param(settled.map((row) => row.eventId));
  const outcomes = sql.param(settled.map((row) => row.outcome));
  await tx.execute(sql`update ${bulkReplayEvents} event set outcome = settled.outcome
    from unnest(${ids}::text[], ${eventIds}::text[], ${outcomes}::text[])
      as settled(bulk_replay_id, event_id, outcome)
    where event.bulk_replay_id = settled.bulk_replay_id and event.event_id = settled.event_id`);
}
