import { and, eq, sql } from "drizzle-orm";
import type { Id } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { Reason } from "../reason.ts";
import { effect, isInDoubt, isKeyExpired } from "./event-state.ts";
import { lockEvent } from "./lock-event.ts";
import { recordAction } from "./record-actions.ts";

export type ReplayChoice = {
  replayId: Id<"replay">;
  effect: string;
  /** State when the operator chose it. */
  seen: { status: "dead_lettered" | "pending"; attempts: number };
};

type ReplayRequest = {
  eventId: string;
  effects: readonly ReplayChoice[];
  /** For an event that was dead-lettered without effects. */
  wholeEvent: { replayId: Id<"replay"> } | null;
  /** The operator's email. */
  requestedBy: string;
  reason: string;
  /** The operator accepts that it may run twice. */
  mayRunTwice: boolean;
};

type ReplayResult =
  | { outcome: "replayed"; effects: string[] }
  | { outcome: "nothing_to_do" | "confirmation_needed" | "not_found" };

/** Value of `replays.effect` for a dead-lettered event. */
export const WHOLE_EVENT = "event";

/**
 * Makes chosen effects pending again. An effect whose state has changed, or whose replay has not begun, is left alone, so
 * the same request runs once. The time of the first attempt stays, because the idempotency key counts from
 * there, until the key has expired.
 *
 * @returns `confirmation_needed`: a key may have expired, nothing is written; `nothing_to_do`: only
 * the audit log is
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function replayEffects(db: Db, request: ReplayRequest): Promise<ReplayResult> {
  const reason = Reason.parse(request.reason);
  return db.transaction(async (tx) => {
    const event = await lockEvent(tx, request.eventId);
    if (event === null) return { outcome: "not_found" };
    const chosen = event.completedAt === null ? await lockChosen(tx, request) : [];
    if (!request.mayRunTwice && chosen.some(({ inDoubt }) => inDoubt)) {
      return { outcome: "confirmation_needed" };
    }
    const whole =
      request.wholeEvent !== null &&
      event.deadLetteredAt !== null &&
      !(await hasEffects(tx, event.id))
        ? [
            {
              replayId: request.wholeEvent.replayId,
              effect: WHOLE_EVENT,
              status: "dead_lettered" as const,
            },
          ]
        : [];
    const replayed = [...chosen, ...whole];
    for (const { effect, isKeyExpired } of chosen) {
      await tx
        .update(eventEffects)
        .set({ status: "pending", ...(isKeyExpired && { firstAttemptAt: null }) })
        .where(and(eq(eventEffects.eventId, event.id), eq(eventEffects.effect, effect)));
    }
    if (replayed.length > 0) {
      await tx
        .update(outboxEvents)
        .set({
          deadLetteredAt: null,
          lastError: null,
          // For an event that was published before, the relay first removes the finished job of the same id.
          publishCount: sql`greatest(${outboxEvents.publishCount}, 1)`,
          // The column rounds to milliseconds: a time rounded up would not be due yet.
          nextPublishAt: sql`date_trunc('milliseconds', now())`,
        })
        .where(eq(outboxEvents.id, event.id));
      await tx.insert(replays).values(
        replayed.map(({ replayId, effect, status }) => ({
          id: replayId,
          eventId: event.id,
          effect,
          requestedBy: request.requestedBy,
          reason,
          previousStatus: status,
          at: sql`now()`,
        })),
      );
    }
    const effects = replayed.map(({ effect }) => effect);
    await recordAction(tx, event, {
      action: effects.length > 0 ? "replay.requested" : "replay.nothing_to_do",
      by: request.requestedBy,
      reason,
      data: {
        effects,
        before: chosen.map(({ effect, status, attempts, firstAttemptAt, error }) => ({
          effect,
          status,
          attempts,
          firstAttemptAt,
          error,
        })),
      },
    });
    return effects.length > 0 ? { outcome: "replayed", effects } : { outcome: "nothing_to_do" };
  });
}

async function lockChosen(db: Db, { eventId, effects }: ReplayRequest) {
  const rows = await db
    .select({
      effect: effect.effect,
      status: effect.status,
      attempts: effect.attempts,
      firstAttemptAt: effect.firstAttemptAt,
      error: effect.lastError,
      inDoubt: isInDoubt,
      isKeyExpired,
      // With its table, which drizzle leaves out: the subselect has columns of the same names.
      isAwaited: sql<boolean>`effect.status = 'pending' and exists (
        select from ${replays} replay where replay.event_id = effect.event_id and replay.effect = effect.effect
          and replay.at >= coalesce(effect.started_at, '-infinity')
      )`,
    })
    .from(effect)
    .where(eq(effect.eventId, eventId))
    .orderBy(effect.effect)
    .for("update");
  return rows.flatMap((row) => {
    const choice = effects.find(
      ({ effect: name, seen }) =>
        name === row.effect &&
        seen.status === row.status &&
        seen.attempts === row.attempts &&
        !row.isAwaited,
    );
    return choice === undefined ? [] : [{ ...row, replayId: choice.replayId }];
  });
}

async function hasEffects(db: Db, eventId: string): Promise<boolean> {
  return (await db.$count(eventEffects, eq(eventEffects.eventId, eventId))) > 0;
}
