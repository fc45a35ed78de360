import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";

/**
 * Completes or dead-letters events whose effects are all final. A separate statement: two effects
 * that finish at the same time do not see each other within their own.
 */
export async function completeEvents(db: Db, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await db.execute(sql`with closable as (
      select event.id, exists (
        select 1 from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead'
      ) as dead
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
      completed_at = case when closable.dead then null else now() end,
      dead_lettered_at = case when closable.dead then now() else null end
    from closable where event.id = closable.id`);
}
