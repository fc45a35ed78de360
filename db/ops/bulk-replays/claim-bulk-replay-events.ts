import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { bulkReplayEvents, bulkReplays } from "#db/schema/events.ts";

const ClaimedEvent = z.object({
  bulkReplayId: z.string(),
  eventId: z.string(),
  requestedBy: z.string(),
  reason: z.string(),
});
export type ClaimedEvent = z.infer<typeof ClaimedEvent>;

/** Locks events of the oldest running bulk replay until the end of the transaction; other workers take others. */
export function claimBulkReplayEvents(tx: Db, limit: number): Promise<ClaimedEvent[]> {
  return rowsOf(
    tx,
    sql`select event.bulk_replay_id, event.event_id, running.requested_by, running.reason
      from (
        select id, requested_by, reason, requested_at from ${bulkReplays} where ended_at is null
      ) running
      join ${bulkReplayEvents} event on event.bulk_replay_id = running.id and event.outcome is null
      order by running.requested_at, event.bulk_replay_id, event.event_id limit ${limit}::int
      for update of event skip locked`,
    ClaimedEvent,
  );
}
