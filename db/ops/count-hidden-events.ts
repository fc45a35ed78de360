import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneValueOf } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import {
  type EventConditions,
  filterCondition,
  isHiddenRoutine,
  ROUTINE_EVENTS,
} from "./list-events.ts";

/**
 * Counts the routine events that a page of the list leaves out, up to `limit`.
 *
 * @param page times of its newest and oldest event; null without an end
 */
export function countHiddenEvents(
  db: Db,
  filter: EventConditions,
  page: { newest: string | null; oldest: string | null; limit: number },
): Promise<number> {
  return oneValueOf(db, z.int())`select count(*)::int from (
    select from ${outboxEvents} event
    where event.type = any(${sql.param([...ROUTINE_EVENTS])}::text[])
      and event.occurred_at >= coalesce(${page.oldest}::timestamptz, '-infinity')
      and event.occurred_at <= coalesce(${page.newest}::timestamptz, 'infinity')
      and ${isHiddenRoutine} and ${filterCondition(filter) ?? sql`true`}
    limit ${page.limit}::int
  ) capped`;
}
