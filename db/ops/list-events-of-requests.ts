import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { event } from "#db/events/stored-event.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { listedEvent } from "./list-events.ts";

/** More are found by searching for the request. */
export const EVENTS_OF_REQUEST_MAX = 20;

/** Oldest first; the first {@link EVENTS_OF_REQUEST_MAX} of each request. */
export function listEventsOfRequests(db: Db, correlationIds: readonly string[]) {
  return db
    .select(listedEvent)
    .from(event)
    .where(
      sql`event.id = any(array(
        select member.id from unnest(${sql.param([...correlationIds])}::text[]) as asked(correlation_id)
        cross join lateral (
          select id from ${outboxEvents} where correlation_id = asked.correlation_id
          order by occurred_at, id limit ${EVENTS_OF_REQUEST_MAX}::int
        ) member
      ))`,
    )
    .orderBy(event.occurredAt, event.id);
}
