import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { completeEvents } from "./complete-events.ts";
import { WORKER_ACTOR } from "./worker-actor.ts";

export type FailedEffect = {
  eventId: string;
  effect: string;
  /** Without personal data. */
  error: string;
  /** It will not be retried. */
  final: boolean;
};

/**
 * Records failed attempts; a final one dead-letters the effect, with an audit row. One statement: a
 * late failure does not overwrite an effect that was completed meanwhile.
 */
export async function failEffects(db: Db, failed: readonly FailedEffect[]): Promise<void> {
  const rows = sql.param(
    JSON.stringify(
      failed.map((row) => ({
        event_id: row.eventId,
        effect: row.effect,
        error: row.error,
        final: row.final,
      })),
    ),
  );
  await db.execute(sql`with pending as (
      select effect.event_id, effect.effect, given.error, given.final
      from jsonb_to_recordset(${rows}::jsonb) as given(event_id text, effect text, error text, final boolean)
      join ${eventEffects} effect using (event_id, effect)
      where effect.status = 'pending'
      order by effect.event_id, effect.effect for update of effect
    ), failed as (
      update ${eventEffects} effect set
        last_error = pending.error, status = case when pending.final then 'dead' else effect.status end
      from pending where effect.event_id = pending.event_id and effect.effect = pending.effect
      returning effect.event_id, effect.effect, effect.status, effect.attempts, pending.error
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'exhausted.' || failed.effect, ${WORKER_ACTOR}, event.aggregate_type, event.aggregate_id,
      jsonb_build_object('event', event.type, 'correlationId', event.request_id,
        'attempts', failed.attempts, 'error', failed.error), now()
    from failed join ${outboxEvents} event on event.id = failed.event_id
    where failed.status = 'dead'`);
  await completeEvents(
    db,
    failed.filter((row) => row.final).map((row) => row.eventId),
  );
}
