import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { insertEvent } from "./insert-event.ts";

/** Records one a day for each schedule, because some run each minute. The event alerts the team. */
export async function recordScheduleFailure(
  db: Db,
  event: EventOf<"ScheduleFailed">,
): Promise<void> {
  const { schedule } = event.data;
  await db.execute(
    insertEvent(
      event,
      { type: "schedule", id: schedule },
      sql`from (values (1)) once where not exists (
        select from ${outboxEvents} earlier where earlier.aggregate_id = ${schedule} and earlier.type = 'ScheduleFailed'
          and earlier.occurred_at > ${event.occurredAt}::timestamptz - interval '1 day'
      )`,
    ),
  );
}

/** The event alerts the team. */
export async function recordUnreadWebhook(db: Db, event: EventOf<"WebhookUnread">): Promise<void> {
  await db.execute(insertEvent(event, { type: "webhook", id: event.data.webhook }, sql.empty()));
}
