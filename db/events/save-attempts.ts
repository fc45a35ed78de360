import { type SQL, sql } from "drizzle-orm";
import { effectAttempts } from "#db/schema/events.ts";

/** An attempt as it was started. */
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

/** Columns of {@link attemptRow}, for `jsonb_to_recordset`. */
export const ATTEMPT_COLUMNS = sql`event_id text, effect text, number int, worker text, started_at timestamptz`;

/**
 * Part of the statement that settles attempts, whose effects are locked. An attempt that the next one found without a result
 * gets its result late; two jobs of one attempt settle it once.
 *
 * @param settled a query of attempts with `outcome`, `error`, `http_status` and `message`
 */
export const saveAttempts = (settled: SQL): SQL => sql`insert into ${effectAttempts} as known
    (event_id, effect, number, worker, started_at, ended_at, outcome, error, http_status, message)
  select distinct on (event_id, effect, number)
    event_id, effect, number, worker, started_at, now(), outcome, error, http_status, message
  from (${settled}) settled
  on conflict (event_id, effect, number) do update set
    ended_at = excluded.ended_at, outcome = excluded.outcome, error = excluded.error,
    http_status = excluded.http_status, message = excluded.message
  where known.outcome is null`;
