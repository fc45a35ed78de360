import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";

/**
 * Locks an event for an operator's action, which locks its effects after it: of two concurrent
 * actions, the later one waits.
 */
export async function lockEvent(db: Db, eventId: string) {
  const [event] = await db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.id, eventId))
    .for("update");
  return event ?? null;
}
