import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { bulkReplayEvents, bulkReplays } from "#db/schema/events.ts";

/** Ends the bulk replays whose events are all handled; those of a batch that still runs are not. */
export async function endBulkReplays(db: Db): Promise<void> {
  await db.execute(sql`update ${bulkReplays} replay set ended_at = now()
    where replay.ended_at is null and not exists (
      select from ${bulkReplayEvents} event where event.bulk_replay_id = replay.id and event.outcome is null
    )`);
}
