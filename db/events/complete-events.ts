import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";
import { StoredEvent } from "./stored-event.ts";

const EndedEvent = StoredEvent.pick({
  id: true,
  type: true,
  correlationId: true,
  traceparent: true,
  occurredAt: true,
}).extend({
  endedAt: Timestamp,
  isDeadLettered: z.boolean(),
  /** An operator ran it again, so it has ended before. */
  isReplayed: z.boolean(),
  /** Since it occurred. */
  tookS: z.coerce.number(),
});
export type EndedEvent = z.infer<typeof EndedEvent>;

/**
 * Completes or dead-letters events whose effects are all final. A separate statement: two effects
 * that finish at the same time do not see each other within their own.
 *
 * @returns the events that this call ended
 */
export async function completeEvents(
  db: Db,
  eventIds: readonly string[],
): Promise<readonly EndedEvent[]> {
  if (eventIds.length === 0) return [];
  return rowsOf(db, EndedEvent)`with closable as (
    select event.id, exists (
      select 1 from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead_lettered'
    ) as is_dead_lettered
    from ${outboxEvents} event
    where event.id = any(${sql.param([...eventIds])}::text[])
      and event.completed_at is null and event.dead_lettered_at is null
      and exists (select 1 from ${eventEffects} effect where effect.event_id = event.id)
      and not exists (
        select 1 from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'pending'
      )
    order by event.id for update of event
  )
  update ${outboxEvents} event set
    completed_at = case when closable.is_dead_lettered then null else now() end,
    dead_lettered_at = case when closable.is_dead_lettered then now() else null end
  from closable where event.id = closable.id
  returning event.id, event.type, event.correlation_id, event.traceparent, event.occurred_at, now() as ended_at,
    closable.is_dead_lettered, extract(epoch from now() - event.occurred_at) as took_s,
    exists (select 1 from ${replays} replay where replay.event_id = event.id) as is_replayed`;
}
