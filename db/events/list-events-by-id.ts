import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { event, type StoredEvent, storedEvent } from "./stored-event.ts";

export async function listEventsById(db: Db, ids: readonly string[]): Promise<StoredEvent[]> {
  return db.select(storedEvent).from(event).where(anyOf(event.id, ids));
}
