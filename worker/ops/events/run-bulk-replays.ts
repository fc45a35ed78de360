import { setTimeout as delay } from "node:timers/promises";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import {
  claimBulkReplayEvents,
  type ClaimedEvent,
  endBulkReplays,
  saveBulkReplayOutcomes,
} from "#db/ops/change-bulk-replays.ts";
import { findEventRecord } from "#db/ops/find-events.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import type { BulkReplayOutcome } from "#db/schema/events.ts";
import { describeError } from "../../describe-error.ts";
import type { Logger } from "../../log.ts";
import { planReplay } from "./replay-plan.ts";

/** One transaction: long enough to be fast, short enough to be stopped and to hold few locks. */
const BATCH_MAX = 25;

const POLL_MS = 1_000;

export type BulkReplayDeps = {
  db: Db;
  makeId: MakeId;
  log: Pick<Logger, "info" | "warn">;
};

/**
 * Replays the next events of running bulk replays. One transaction: when the worker is killed, neither the replays nor
 * their outcomes are written, and the next batch does them.
 *
 * @returns how many events; 0 when none is left
 */
export async function replayBatch(deps: BulkReplayDeps): Promise<number> {
  const handled = await deps.db.transaction(async (tx) => {
    const claimed = await claimBulkReplayEvents(tx, BATCH_MAX);
    const outcomes: Parameters<typeof saveBulkReplayOutcomes>[1][number][] = [];
    for (const event of claimed) {
      const outcome = await replayOne(deps, tx, event);
      outcomes.push({ bulkReplayId: event.bulkReplayId, eventId: event.eventId, outcome });
    }
    if (outcomes.length > 0) await saveBulkReplayOutcomes(tx, outcomes);
    return outcomes.length;
  });
  if (handled === 0) await endBulkReplays(deps.db);
  else deps.log.info({ count: handled }, "bulk_replay_batch");
  return handled;
}

async function replayOne(
  { db, makeId, log }: BulkReplayDeps,
  tx: Db,
  { eventId, requestedBy, reason }: ClaimedEvent,
): Promise<BulkReplayOutcome> {
  const record = await findEventRecord(db, eventId);
  if (record === null) return "nothing_to_do";
  const plan = planReplay(record);
  if (plan.kind === "nothing") return "nothing_to_do";
  if (plan.kind === "stale") return "expired";
  const candidates = plan.kind === "effects" ? plan.candidates : [];
  try {
    const { outcome } = await replayEffects(tx, {
      eventId,
      effects: candidates
        .filter(({ preselected }) => preselected)
        .map(({ effect: { effect, status, attempts } }) => ({
          replayId: makeId("replay"),
          effect,
          seen: { status, attempts },
        })),
      wholeEvent: plan.kind === "publish_again" ? { replayId: makeId("replay") } : null,
      requestedBy,
      reason,
      mayRunTwice: false,
    });
    switch (outcome) {
      case "replayed":
        return "replayed";
      case "confirmation_needed":
        return "in_doubt";
      case "nothing_to_do":
      case "not_found":
        return "nothing_to_do";
    }
  } catch (error) {
    // Its savepoint is rolled back. One event must not block those behind it.
    log.warn({ eventId, error: describeError(error) }, "bulk_replay_event_failed");
    return "error";
  }
}

/** @returns stops after the running batch */
export function startBulkReplays(deps: BulkReplayDeps): () => Promise<void> {
  const stopping = new AbortController();
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while ((await replayBatch(deps)) > 0 && !stopping.signal.aborted);
      } catch (error) {
        deps.log.warn({ error: describeError(error) }, "bulk_replay_failed");
      }
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = loop();
  return async function stop() {
    stopping.abort();
    await running;
  };
}
