import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type BulkReplayOutcome, bulkReplayEvents } from "#db/schema/events.ts";

/** Saves the outcomes of claimed events, in the transaction that replayed them. */
export async function saveBulkReplayOutcomes(
  tx: Db,
  rows: readonly { bulkReplayId: string; eventId: string; outcome: BulkReplayOutcome }[],
): Promise<void> {
  const ids = sql.param(rows.map((row) => row.bulkReplayId));
  const eventIds = sql.param(rows.map((row) => row.eventId));
  const outcomes = sql.param(rows.map((row) => row.outcome));
  await tx.execute(sql`update ${bulkReplayEvents} event set outcome = replayed.outcome
    from unnest(${ids}::text[], ${eventIds}::text[], ${outcomes}::text[])
      as replayed(bulk_replay_id, event_id, outcome)
    where event.bulk_replay_id = replayed.bulk_replay_id and event.event_id = replayed.event_id`);
}
