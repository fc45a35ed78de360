import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { completeEvents, type EndedEvent } from "./complete-events.ts";
import { attemptRow, lockEffects, saveAttempts, type StartedAttempt } from "./save-attempts.ts";
import { WORKER_ACTOR } from "./worker-actor.ts";

export type CompletedEffect = StartedAttempt & {
  externalId: string | null;
  /** Ids and closed enumerations only. */
  facts: Readonly<Record<string, string | number>>;
};

/**
 * Completes effects with their audit rows, then completes events that have none left. One
 * statement: of two workers with one effect, the second finds it completed and audits nothing.
 */
export async function completeEffects(
  db: Db,
  finished: readonly CompletedEffect[],
): Promise<readonly EndedEvent[]> {
  const rows = sql.param(
    JSON.stringify(
      finished.map((row) => ({
        ...attemptRow(row),
        external_id: row.externalId,
        facts: row.facts,
      })),
    ),
  );
  await db.execute(sql`with finished as (
      ${lockEffects(rows, sql`external_id text, facts jsonb`)}
    ), attempts as (
      ${saveAttempts(sql`select *, 'completed' as outcome, null as error, null::int as http_status, null as message
        from finished where attempts > 1`)}
    ), completed as (
      update ${eventEffects} effect set
        status = 'completed', completed_at = now(), last_error = null, external_id = finished.external_id
      from finished where effect.event_id = finished.event_id and effect.effect = finished.effect
        and finished.status <> 'completed'
      returning effect.event_id, effect.effect, effect.attempts, finished.external_id, finished.facts
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'effect.' || completed.effect, ${WORKER_ACTOR}, event.aggregate_type, event.aggregate_id,
      jsonb_strip_nulls(jsonb_build_object('event', event.type, 'correlationId', event.correlation_id,
        'attempts', completed.attempts, 'externalId', completed.external_id)) || completed.facts, now()
    from completed join ${outboxEvents} event on event.id = completed.event_id
    on conflict do nothing`);
  return completeEvents(
    db,
    finished.map((row) => row.eventId),
  );
}
