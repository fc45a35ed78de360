import { count, eq, sql, and, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { type EventConditions, filterCondition } from "#db/ops/list-events.ts";
import { recordOpsAction } from "#db/ops/record-actions.ts";
import { Reason } from "#db/reason.ts";
import {
  bulkReplayEvents,
  bulkReplays,
  outboxEvents,
  type BulkReplayOutcome,
} from "#db/schema/events.ts";

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
    await recordOpsAction(tx, {
      action: "bulk_replay.requested",
      by: requestedBy,
      subject: { type: "bulk_replay", id },
      data: { reason: said, filters, events },
    });
    return true;
  });
}

const ClaimedEvent = z.object({
  bulkReplayId: z.string(),
  eventId: z.string(),
  requestedBy: z.string(),
  reason: z.string(),
});
export type ClaimedEvent = z.infer<typeof ClaimedEvent>;

/** Locks events of the oldest running bulk replay until the end of the transaction; other workers take others. */
export function claimBulkReplayEvents(tx: Db, limit: number): Promise<ClaimedEvent[]> {
  return rowsOf(tx, ClaimedEvent)`select event.bulk_replay_id, event.event_id, running.requested_by,
      running.reason
    from (
      select id, requested_by, reason, requested_at from ${bulkReplays} where ended_at is null
    ) running
    join ${bulkReplayEvents} event on event.bulk_replay_id = running.id and event.outcome is null
    order by running.requested_at, event.bulk_replay_id, event.event_id limit ${limit}::int
    for update of event skip locked`;
}

/** Saves the outcomes of claimed events, in the transaction that replayed them. */
export async function saveBulkReplayOutcomes(
  tx: Db,
  rows: readonly { bulkReplayId: string; eventId: string; outcome: BulkReplayOutcome }[],
): Promise<void> {
  const ids = sql.param(rows.map((row) => row.bulkReplayId));
  const eventIds = sql.param(rows.map((row) => row.eventId));
  const outcomes = sql.param(rows.map((row) => row.outcome));
  await tx.execute(sql`update ${bulkReplayEvents} event set outcome = replayed.outcome
    from unnest(${ids}::text[], ${eventIds}::text[], ${outcomes}::text[])
      as replayed(bulk_replay_id, event_id, outcome)
    where event.bulk_replay_id = replayed.bulk_replay_id and event.event_id = replayed.event_id`);
}

/** Stops a bulk replay after the running batch; one that has ended stays as it is. */
export async function stopBulkReplay(
  db: Db,
  { id, stoppedBy }: { id: string; stoppedBy: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const stopped = await tx
      .update(bulkReplays)
      .set({ stoppedBy, endedAt: sql`now()` })
      .where(and(eq(bulkReplays.id, id), isNull(bulkReplays.endedAt)))
      .returning();
    if (stopped.length === 0) return;
    const subject = { type: "bulk_replay", id };
    await recordOpsAction(tx, { action: "bulk_replay.stopped", by: stoppedBy, subject });
  });
}

/** Ends the bulk replays whose events are all handled; those of a batch that still runs are not. */
export async function endBulkReplays(db: Db): Promise<void> {
  await db.execute(sql`update ${bulkReplays} replay set ended_at = now()
    where replay.ended_at is null and not exists (
      select from ${bulkReplayEvents} event where event.bulk_replay_id = replay.id and event.outcome is null
    )`);
}
