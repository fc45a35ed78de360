import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { ATTEMPT_OUTCOMES, effectAttempts, eventEffects } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";

/** A malfunction may make more: the newest are shown. */
const ATTEMPTS_MAX = 200;

const Attempt = z.object({
  eventId: z.string(),
  effect: z.string(),
  number: z.int(),
  worker: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  outcome: z.nullable(z.enum(ATTEMPT_OUTCOMES)),
  error: z.nullable(z.string()),
  httpStatus: z.nullable(z.int()),
  message: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * Oldest first. The newest attempt of an effect is in the effect's own row until it has ended; the time of one that has
 * ended is cut to milliseconds, and the next may have begun within the same.
 */
export async function listAttempts(db: Db, eventIds: readonly string[]): Promise<Attempt[]> {
  const ids = sql.param([...eventIds]);
  const newest = await rowsOf(
    db,
    sql`select * from (select event_id, effect, number, worker, started_at, ended_at, outcome, error, http_status, message
      from ${effectAttempts} where event_id = any(${ids}::text[])
      union all
      select effect.event_id, effect.effect, effect.attempts, effect.worker, effect.started_at,
        case when effect.attempts = 1 then effect.completed_at end,
        case when effect.attempts = 1 and effect.status = 'completed' then 'completed' end, null, null, null
      from ${eventEffects} effect
      where effect.event_id = any(${ids}::text[]) and effect.worker is not null and not exists (
        select from ${effectAttempts} ended where ended.event_id = effect.event_id
          and ended.effect = effect.effect and ended.number = effect.attempts
      )
      ) attempt order by date_trunc('milliseconds', started_at) desc, number desc limit ${ATTEMPTS_MAX}::int`,
    Attempt,
  );
  return newest.toReversed();
}
