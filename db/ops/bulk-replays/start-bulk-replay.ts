import { count, eq, sql } from "drizzle-orm";
import type { Id } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { type EventConditions, filterCondition } from "#db/ops/list-events.ts";
import { Reason } from "#db/reason.ts";
import { auditLog, bulkReplayEvents, bulkReplays, outboxEvents } from "#db/schema/events.ts";

type BulkReplayRequest = {
  id: Id<"bulkReplay">;
  filter: Omit<EventConditions, "state">;
  /** The same for a reader, without personal data. */
  filters: Readonly<Record<string, string>>;
  /** The operator's email. */
  requestedBy: string;
  reason: string;
};

/**
 * Asks for the events that match now and have failed to be replayed. A second request with the same id changes nothing.
 *
 * @returns false when no event matches
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function startBulkReplay(
  db: Db,
  { id, filter, filters, requestedBy, reason }: BulkReplayRequest,
): Promise<boolean> {
  const said = Reason.parse(reason);
  return db.transaction(async (tx) => {
    const [started] = await tx
      .insert(bulkReplays)
      .values({ id, requestedBy, reason: said, filters, requestedAt: sql`now()` })
      .onConflictDoNothing()
      .returning();
    if (started === undefined) return true;
    await tx.execute(sql`insert into ${bulkReplayEvents} (bulk_replay_id, event_id)
      select ${id}, event.id from ${outboxEvents} event
      where ${filterCondition({ ...filter, state: "failed" })}`);
    const [found] = await tx
      .select({ events: count() })
      .from(bulkReplayEvents)
      .where(eq(bulkReplayEvents.bulkReplayId, id));
    const events = found?.events ?? 0;
    if (events === 0) {
      await tx.delete(bulkReplays).where(eq(bulkReplays.id, id));
      return false;
    }
    await tx.insert(auditLog).values({
      action: "bulk_replay.requested",
      actor: { kind: "ops", name: requestedBy },
      subjectType: "bulk_replay",
      subjectId: id,
      data: { reason: said, filters, events },
      at: sql`now()`,
    });
    return true;
  });
}
