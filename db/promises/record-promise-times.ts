import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { promises } from "#db/schema/promises.ts";

/** One statement: of two workers one writes the event, and none for promises that were all kept meanwhile. */
export async function recordPromiseTimes(
  db: Db,
  event: EventOf<"PromisesAnnounced">,
): Promise<void> {
  const at = sql`${event.occurredAt}::timestamptz`;
  await db.execute(sql`with recorded as (
      update ${promises} promise set
        warned_at = case when due_at > ${at} then ${at} else warned_at end,
        missed_at = case when due_at <= ${at} then ${at} else missed_at end
      where id = any(${sql.param(event.data.promiseIds)}::bigint[]) and kept_at is null and released_at is null
        and case when due_at > ${at} then warned_at else missed_at end is null
      returning id
    ) ${insertEvent(event, { type: "schedule", id: "watch-promises" }, sql`from (select from recorded limit 1) once`)}`);
}
