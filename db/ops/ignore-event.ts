import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { completeEvents } from "#db/events/complete-events.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { Reason } from "../reason.ts";
import { lockEvent } from "./lock-event.ts";
import { recordAction } from "./record-actions.ts";

type IgnoreRequest = {
  eventId: string;
  /** The operator's email. */
  requestedBy: string;
  reason: string;
};

type IgnoreResult =
  | { outcome: "ignored"; effects: string[] }
  | { outcome: "nothing_to_do" | "not_found" };

type RestoreResult = "restored" | "nothing_to_do" | "not_found";

/**
 * Skips the failed effects of an event, and of a dead-lettered one also the pending ones. The event
 * is completed at once or when running effects finish.
 *
 * @returns `nothing_to_do` without a failure: only the audit log is written
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function ignoreEvent(db: Db, request: IgnoreRequest): Promise<IgnoreResult> {
  const reason = Reason.parse(request.reason);
  const result = await db.transaction(async (tx): Promise<IgnoreResult> => {
    const event = await lockEvent(tx, request.eventId);
    if (event === null) return { outcome: "not_found" };
    const isDeadLettered = event.deadLetteredAt !== null;
    const failed = await tx
      .select()
      .from(eventEffects)
      .where(
        and(
          eq(eventEffects.eventId, event.id),
          inArray(
            eventEffects.status,
            isDeadLettered ? ["dead_lettered", "pending"] : ["dead_lettered"],
          ),
        ),
      )
      .orderBy(eventEffects.effect)
      .for("update");
    const effects = failed.map(({ effect }) => effect);
    const isFailed = isDeadLettered || effects.length > 0;
    if (effects.length > 0) {
      await tx
        .update(eventEffects)
        .set({ status: "skipped" })
        .where(and(eq(eventEffects.eventId, event.id), inArray(eventEffects.effect, effects)));
    }
    if (isDeadLettered) {
      await tx
        .update(outboxEvents)
        .set({ completedAt: sql`now()`, deadLetteredAt: null })
        .where(eq(outboxEvents.id, event.id));
    }
    await recordAction(tx, event, {
      action: isFailed ? "ignore.requested" : "ignore.nothing_to_do",
      by: request.requestedBy,
      reason,
      data: {
        ...(event.lastError !== null && { error: event.lastError }),
        before: failed.map(({ effect, status, attempts, lastError }) => ({
          effect,
          status,
          attempts,
          ...(lastError !== null && { error: lastError }),
        })),
      },
    });
    return isFailed ? { outcome: "ignored", effects } : { outcome: "nothing_to_do" };
  });
  if (result.outcome === "ignored") await completeEvents(db, [request.eventId]);
  return result;
}

/**
 * Takes back that an event was ignored: what was skipped counts as failed again, and may be replayed.
 *
 * @returns `nothing_to_do` for an event that is not ignored: only the audit log is written
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function restoreIgnoredEvent(db: Db, request: IgnoreRequest): Promise<RestoreResult> {
  const reason = Reason.parse(request.reason);
  return db.transaction(async (tx): Promise<RestoreResult> => {
    const event = await lockEvent(tx, request.eventId);
    if (event === null) return "not_found";
    const skipped = await tx
      .update(eventEffects)
      .set({ status: "dead_lettered" })
      .where(and(eq(eventEffects.eventId, event.id), eq(eventEffects.status, "skipped")))
      .returning({ effect: eventEffects.effect });
    // Without any effect only an ignored event is completed.
    const isIgnored =
      skipped.length > 0 ||
      (event.completedAt !== null &&
        (await tx.$count(eventEffects, eq(eventEffects.eventId, event.id))) === 0);
    if (isIgnored) {
      await tx
        .update(outboxEvents)
        .set({ completedAt: null, deadLetteredAt: sql`now()` })
        .where(eq(outboxEvents.id, event.id));
    }
    await recordAction(tx, event, {
      action: isIgnored ? "ignore.undone" : "ignore.nothing_to_do",
      by: request.requestedBy,
      reason,
      data: { effects: skipped.map(({ effect }) => effect) },
    });
    return isIgnored ? "restored" : "nothing_to_do";
  });
}
