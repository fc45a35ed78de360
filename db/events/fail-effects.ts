import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type AttemptOutcome, auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { completeEvents, type EndedEvent } from "./complete-events.ts";
import { attemptRow, lockEffects, saveAttempts, type StartedAttempt } from "./save-attempts.ts";
import { WORKER_ACTOR } from "./worker-actor.ts";

export type FailedEffect = StartedAttempt & {
  outcome: Exclude<AttemptOutcome, "completed">;
  /** Without personal data, as is the message. */
  error: string;
  httpStatus: number | null;
  message: string | null;
};

/**
 * Records attempts that failed or were deferred; `dead_lettered` also ends the effect, with an audit row. One statement:
 * a late failure does not overwrite an effect that was completed meanwhile.
 */
export async function failEffects(
  db: Db,
  failed: readonly FailedEffect[],
): Promise<readonly EndedEvent[]> {
  const rows = sql.param(
    JSON.stringify(
      failed.map((row) => ({
        ...attemptRow(row),
        outcome: row.outcome,
        error: row.error,
        http_status: row.httpStatus,
        message: row.message,
      })),
    ),
  );
  await db.execute(sql`with ended as (
      ${lockEffects(rows, sql`outcome text, error text, http_status int, message text`)}
    ), attempts as (
      ${saveAttempts(sql`select * from ended`)}
    ), failed as (
      update ${eventEffects} effect set
        last_error = ended.error,
        status = case when ended.outcome = 'dead_lettered' then ended.outcome else effect.status end
      from ended
      where effect.event_id = ended.event_id and effect.effect = ended.effect and ended.status = 'pending'
      returning effect.event_id, effect.effect, effect.status, effect.attempts, ended.error
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select event.id, 'exhausted.' || failed.effect, ${WORKER_ACTOR}, event.aggregate_type, event.aggregate_id,
      jsonb_build_object('event', event.type, 'correlationId', event.correlation_id,
        'attempts', failed.attempts, 'error', failed.error), now()
    from failed join ${outboxEvents} event on event.id = failed.event_id
    where failed.status = 'dead_lettered'`);
  return completeEvents(
    db,
    failed.filter((row) => row.outcome === "dead_lettered").map((row) => row.eventId),
  );
}
