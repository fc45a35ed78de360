import { and, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { isOpenEvent } from "./is-open-event.ts";

/** Makes every open event due now: the queue was flushed. */
export async function makeAllOpenEventsDue(db: Db): Promise<void> {
  await db
    .update(outboxEvents)
    .set({ nextPublishAt: sql`now()` })
    .where(and(isOpenEvent, gt(outboxEvents.nextPublishAt, sql`now()`)));
}
