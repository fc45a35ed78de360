import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { type EventConditions, filterCondition } from "./list-events.ts";

export async function countFailedEvents(
  db: Db,
  filter: Omit<EventConditions, "state">,
): Promise<number> {
  const { events } = await oneRowOf(
    db,
    sql`select count(*)::int as events from ${outboxEvents} event
      where ${filterCondition({ ...filter, state: "failed" })}`,
    z.object({ events: z.int() }),
  );
  return events;
}
