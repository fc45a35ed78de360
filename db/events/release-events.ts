import { and, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { isOpenEvent } from "./is-open-event.ts";

/** Makes claimed events due again soon: the queue did not accept them. */
export async function releaseEvents(
  db: Db,
  ids: readonly string[],
  afterMs: number,
): Promise<void> {
  await db
    .update(outboxEvents)
    .set({
      nextPublishAt: sql`now() + ${afterMs}::int * interval '1 millisecond'`,
      publishCount: sql`greatest(${outboxEvents.publishCount} - 1, 0)`,
    })
    .where(and(inArray(outboxEvents.id, [...ids]), isOpenEvent));
}
