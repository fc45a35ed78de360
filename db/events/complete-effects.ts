import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";

export type CompletedEffect = {
  eventId: string;
  effect: string;
  externalId: string | null;
  /** Ids and closed enumerations only. */
  facts: Readonly<Record<string, string | number>>;
};

/**
 * Completes effects with their audit rows, then completes events that have none left. One
 * statement: of two workers with one effect, the second finds it done and audits nothing. Rows are
 * locked in order, so that batches do not deadlock.
 */
export async function completeEffects(db: Db, finished: readonly CompletedEffect[]): Promise<void> {
  const rows = sql.param(
    JSON.stringify(
      finished.map((row) => ({
        event_id: row.eventId,
        effect: row.effect,
        external_id: row.externalId,
        facts: row.facts,
      })),
    ),
  );
  await db.execute(sql`with finished as (
      select effect.event_id, effect.effect, given.external_id, given.facts
      from jsonb_to_recordset(${rows}::jsonb)
        as given(event_id text, effect text, external_id text, facts jsonb)
      join ${eventEffects} effect using (event_id, effect)
      where effect.status <> 'done'
      order by effect.event_id, effect.effect for update of effect
    ), done as (
      update ${eventEffects} effect set
        status = 'done', completed_at = now(), last_error = null, external_id = finished.external_id
      from finished where effect.event_id = finished.event_id and effect.effect = finished.effect
      returning effect.event_id, effect.effect, effect.attempts, finished.external_id, finished.facts
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'effect.' || done.effect, event.actor, event.aggregate_type, event.aggregate_id,
      jsonb_strip_nulls(jsonb_build_object('event', event.type, 'correlationId', event.request_id,
        'attempts', done.attempts, 'externalId', done.external_id)) || done.facts, now()
    from done join ${outboxEvents} event on event.id = done.event_id
    on conflict do nothing`);
  await completeEvents(
    db,
    finished.map((row) => row.eventId),
  );
}

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
  await db.execute(sql`with given as (
      select effect.event_id, effect.effect, given.error, given.final
      from jsonb_to_recordset(${rows}::jsonb) as given(event_id text, effect text, error text, final boolean)
      join ${eventEffects} effect using (event_id, effect)
      where effect.status = 'pending'
      order by effect.event_id, effect.effect for update of effect
    ), failed as (
      update ${eventEffects} effect set
        last_error = given.error, status = case when given.final then 'dead' else effect.status end
      from given where effect.event_id = given.event_id and effect.effect = given.effect
      returning effect.event_id, effect.effect, effect.status, effect.attempts, given.error
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'exhausted.' || failed.effect, event.actor, event.aggregate_type, event.aggregate_id,
      jsonb_build_object('event', event.type, 'correlationId', event.request_id,
        'attempts', failed.attempts, 'error', failed.error), now()
    from failed join ${outboxEvents} event on event.id = failed.event_id
    where failed.status = 'dead'`);
  await completeEvents(
    db,
    failed.filter((row) => row.final).map((row) => row.eventId),
  );
}

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

/** Dead-letters an event that this code cannot parse, so that an operator sees it. */
export async function deadLetterEvent(db: Db, eventId: string, error: string): Promise<void> {
  await db.execute(sql`with dead_lettered as (
      update ${outboxEvents} set dead_lettered_at = now(), last_error = ${error}
      where id = ${eventId} and completed_at is null and dead_lettered_at is null
      returning *
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select id, 'exhausted.event', actor, aggregate_type, aggregate_id,
      jsonb_build_object('event', type, 'correlationId', request_id, 'error', last_error), now()
    from dead_lettered`);
}
