import { type SQL, sql } from "drizzle-orm";
import { effectAttempts } from "#db/schema/events.ts";

/**
 * Counts the attempts of the row `effect` that the company refused, so that they had no effect. A 408 or 409 may be the
 * answer to a repeat of one that had.
 */
export const refusedAttempts: SQL = sql`(
  select count(*) from ${effectAttempts} attempt
  where attempt.event_id = effect.event_id and attempt.effect = effect.effect
    and attempt.http_status between 400 and 499 and attempt.http_status not in (408, 409)
)`;
