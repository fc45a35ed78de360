import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { auditLog, EFFECT_STATUSES, eventEffects, outboxEvents } from "#db/schema/events.ts";

const EffectState = z.object({
  eventId: z.string(),
  effect: z.string(),
  status: z.enum(EFFECT_STATUSES),
  /** Dispatched before: its job may be in the queue. */
  wasDispatched: z.boolean(),
});
type EffectState = z.infer<typeof EffectState>;

export type NewEffect = {
  eventId: string;
  effect: string;
  /** For the audit row of an effect that does nothing else: it is completed at once. Ids and closed enumerations. */
  facts: Readonly<Record<string, string | number>> | null;
};

/**
 * Creates the effects of events; existing ones stay as they are. One statement: of two dispatches of one event,
 * `on conflict` lets one create each effect.
 */
export async function createEffectRows(
  db: Db,
  { requested, worker }: { requested: readonly NewEffect[]; worker: string },
): Promise<EffectState[]> {
  const rows = sql.param(
    JSON.stringify(
      requested.map(({ eventId, effect, facts }) => ({ event_id: eventId, effect, facts })),
    ),
  );
  return rowsOf(db, EffectState)`with requested as (
    select * from jsonb_to_recordset(${rows}::jsonb) as requested(event_id text, effect text, facts jsonb)
    order by event_id, effect
  ), known as (
    select event_id, effect, known.status, true as was_dispatched
    from requested, lateral (
      select effect.status from ${eventEffects} effect
      where effect.event_id = requested.event_id and effect.effect = requested.effect limit 1
    ) known
  ), created as (
    insert into ${eventEffects}
      (event_id, effect, idempotency_key, status, attempts, first_attempt_at, started_at, completed_at, worker)
    select event_id, effect, event_id || '/' || effect,
      case when is_completed then 'completed' else 'pending' end, is_completed::int,
      ended_at, ended_at, ended_at, case when is_completed then ${worker}::text end
    from requested, lateral (select facts is not null as is_completed) kind,
      lateral (select case when is_completed then now() end as ended_at) time
    on conflict do nothing returning event_id, effect, status, false as was_dispatched
  ), dispatched as (
    update ${outboxEvents} event set dispatched_at = now()
    from (select distinct event_id from created) fresh where event.id = fresh.event_id
  ), recorded as (
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'effect.' || created.effect, event.actor, event.aggregate_type, event.aggregate_id,
      jsonb_build_object('event', event.type, 'correlationId', event.correlation_id, 'attempts', 1) || requested.facts,
      now()
    from created join requested using (event_id, effect) join ${outboxEvents} event on event.id = created.event_id
    where created.status = 'completed'
    on conflict do nothing
  )
  select * from known union all select * from created`;
}
