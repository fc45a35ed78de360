import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { outboxEvents } from "#db/schema/events.ts";

/** Writes the event unless that day has one for that manager. */
export function recordWorkList(
  db: Db,
  event: EventOf<"MorningWorkListed"> | EventOf<"WeekendWorkListed">,
): Promise<boolean> {
  const { managerId, day } = event.data;
  return hasRow(db)`${insertEvent(
    event,
    { type: "schedule", id: "mail-work-lists" },
    sql`where not exists (
      select from ${outboxEvents} where type = ${event.type}
        and payload->>'day' = ${day} and payload->>'managerId' is not distinct from ${managerId}::text
    )`,
  )} returning id`;
}
