import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { eventEffects } from "#db/schema/events.ts";

const Counted = z.object({ count: z.int() });

/**
 * Of the last day, reports that are older than an hour and name an effect that we do not have: another system sends with
 * our tags, or a row was lost.
 */
export async function countUnmatchedReports(db: Db): Promise<number> {
  const { count } = await oneRowOf(
    db,
    sql`select count(*)::int as count from ${resendEvents} report
      where report.received_at between now() - interval '1 day' and now() - interval '1 hour'
        and report.event_id is not null and not exists (
          select from ${eventEffects} effect
          where effect.event_id = report.event_id and effect.effect = report.effect
        )`,
    Counted,
  );
  return count;
}
