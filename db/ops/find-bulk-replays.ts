import { and, count, eq, isNotNull, ne, desc } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { bulkReplayEvents, bulkReplays } from "#db/schema/events.ts";

/** The others are found by their state in the event list. */
const LEFT_OUT_MAX = 100;

const selectBulkReplay = (db: Db, id: string) =>
  db.select().from(bulkReplays).where(eq(bulkReplays.id, id));

const countOutcomes = (db: Db, id: string) =>
  db
    .select({ outcome: bulkReplayEvents.outcome, events: count() })
    .from(bulkReplayEvents)
    .where(eq(bulkReplayEvents.bulkReplayId, id))
    .groupBy(bulkReplayEvents.outcome);

const listLeftOut = (db: Db, id: string) =>
  db
    .select({ eventId: bulkReplayEvents.eventId, outcome: bulkReplayEvents.outcome })
    .from(bulkReplayEvents)
    .where(
      and(
        eq(bulkReplayEvents.bulkReplayId, id),
        isNotNull(bulkReplayEvents.outcome),
        ne(bulkReplayEvents.outcome, "replayed"),
      ),
    )
    .orderBy(bulkReplayEvents.eventId)
    .limit(LEFT_OUT_MAX);

export type BulkReplay = {
  request: Awaited<ReturnType<typeof selectBulkReplay>>[number];
  outcomes: Awaited<ReturnType<typeof countOutcomes>>;
  /** The first of those that were not replayed. */
  leftOut: Awaited<ReturnType<typeof listLeftOut>>;
};

export async function findBulkReplay(db: Db, id: string): Promise<BulkReplay | null> {
  const [[request], outcomes, leftOut] = await Promise.all([
    selectBulkReplay(db, id),
    countOutcomes(db, id),
    listLeftOut(db, id),
  ]);
  return request === undefined ? null : { request, outcomes, leftOut };
}

export const listBulkReplays = (db: Db, limit: number) =>
  db.select().from(bulkReplays).orderBy(desc(bulkReplays.requestedAt)).limit(limit);
