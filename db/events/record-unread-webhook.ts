import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "./insert-event.ts";

/** The event alerts the team. */
export async function recordUnreadWebhook(db: Db, event: EventOf<"WebhookUnread">): Promise<void> {
  await db.execute(insertEvent(event, { type: "webhook", id: event.data.webhook }, sql.empty()));
}
