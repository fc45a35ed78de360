import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { EFFECT_STATUSES, eventEffects, outboxEvents } from "#db/schema/events.ts";

const EffectState = z.object({
  event_id: z.string(),
  effect: z.string(),
  status: z.enum(EFFECT_STATUSES),
  /** Dispatched before: its job may be in the queue. */
  seen: z.boolean(),
});
type EffectState = z.infer<typeof EffectState>;

/**
 * Creates the effects of events; existing ones stay as they are. One statement: of two dispatches
 * of one event, `on conflict` lets one create each effect.
 */
export async function createEffectRows(
  db: Db,
  requested: readonly { eventId: string; effect: string }[],
): Promise<EffectState[]> {
  const eventIds = sql.param(requested.map((row) => row.eventId));
  const effects = sql.param(requested.map((row) => row.effect));
  return rowsOf(
    db,
    sql`with requested as (
      select * from unnest(${eventIds}::text[], ${effects}::text[]) as requested(event_id, effect)
      order by event_id, effect
    ), known as (
      select effect.event_id, effect.effect, effect.status, true as seen
      from ${eventEffects} effect join requested using (event_id, effect)
    ), created as (
      insert into ${eventEffects} (event_id, effect, idempotency_key)
      select event_id, effect, event_id || '/' || effect from requested
      on conflict do nothing returning event_id, effect, status, false as seen
    ), dispatched as (
      update ${outboxEvents} event set dispatched_at = now()
      from (select distinct event_id from created) fresh where event.id = fresh.event_id
    )
    select * from known union all select * from created`,
    EffectState,
  );
}
