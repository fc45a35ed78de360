import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { effectAttempts, eventEffects } from "#db/schema/events.ts";

export type StartedAttempt = {
  eventId: string;
  effect: string;
  /** From 1. */
  number: number;
  worker: string;
  startedAt: string;
};

export const attemptRow = (attempt: StartedAttempt) => ({
  event_id: attempt.eventId,
  effect: attempt.effect,
  number: attempt.number,
  worker: attempt.worker,
  started_at: attempt.startedAt,
});

/**
 * Part of the statement that ends attempts: the rows with `attempts` and `status` of their effects, locked in order, so
 * that batches do not deadlock. Each effect is looked up by its key; a join would read all effects while they are few.
 *
 * @param rows JSON of {@link attemptRow} and more columns
 * @param columns the others, with their types
 */
export function lockEffects(rows: SQLWrapper, columns: SQL): SQL {
  return sql`select given.*, effect.attempts, effect.status
    from (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as given(event_id text, effect text, number int, worker text, started_at timestamptz, ${columns})
      order by event_id, effect
    ) given, lateral (
      select effect.attempts, effect.status from ${eventEffects} effect
      where effect.event_id = given.event_id and effect.effect = given.effect for update
    ) effect`;
}

/**
 * Part of the same statement, after {@link lockEffects}. An attempt that the next one found without a result
 * gets its result late; two jobs of one attempt end it once.
 *
 * @param ended a query of attempts with `outcome`, `error`, `http_status` and `message`
 */
export const saveAttempts = (ended: SQL): SQL => sql`insert into ${effectAttempts} as known
    (event_id, effect, number, worker, started_at, ended_at, outcome, error, http_status, message)
  select distinct on (event_id, effect, number)
    event_id, effect, number, worker, started_at, now(), outcome, error, http_status, message
  from (${ended}) ended
  on conflict (event_id, effect, number) do update set
    ended_at = excluded.ended_at, outcome = excluded.outcome, error = excluded.error,
    http_status = excluded.http_status, message = excluded.message
  where known.outcome is null`;
