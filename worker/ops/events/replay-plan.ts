import { MINUTE_MS } from "#contracts/durations.ts";
import type { EventEffect, EventRecord } from "#db/ops/find-events.ts";

export type ReplayCandidate = {
  effect: EventEffect & { status: "dead_lettered" | "pending" };
  preselected: boolean;
};

export type ReplayPlan =
  | { kind: "nothing" }
  | { kind: "stale" }
  | { kind: "publish_again" }
  | { kind: "effects"; candidates: ReplayCandidate[]; inDoubt: boolean };

/**
 * Leaves out completed and ignored effects and expired codes. A pending effect is ticked only if
 * the event is dead-lettered, because nothing retries it.
 */
export function planReplay({ event, effects }: EventRecord): ReplayPlan {
  if (event.isCodeExpired) return { kind: "stale" };
  if (event.deadLetteredAt !== null && effects.length === 0) return { kind: "publish_again" };
  const candidates = effects.filter(isMissing).map((effect) => ({
    effect,
    preselected: effect.status === "dead_lettered" || event.deadLetteredAt !== null,
  }));
  if (candidates.length === 0 || event.completedAt !== null) return { kind: "nothing" };
  return { kind: "effects", candidates, inDoubt: candidates.some(({ effect }) => effect.inDoubt) };
}

function isMissing(effect: EventEffect): effect is ReplayCandidate["effect"] {
  return effect.status === "dead_lettered" || effect.status === "pending";
}

/** A replay that takes longer is retried for hours, or no worker runs. */
const WATCHED_MS = 600_000;
const FIRST_MS = MINUTE_MS;

type Replayed = {
  event: Pick<EventRecord["event"], "completedAt" | "deadLetteredAt">;
  effects: readonly Pick<EventEffect, "status">[];
  replays: readonly Pick<EventRecord["replays"][number], "at">[];
};

export type ReplayProgress = {
  state: "running" | "running for long" | "ended";
  refreshS: number | null;
};

export function replayProgress(
  { event, effects, replays: [newest] }: Replayed,
  now: Date,
): ReplayProgress | null {
  if (newest === undefined) return null;
  const isRunning =
    effects.length === 0
      ? event.completedAt === null && event.deadLetteredAt === null
      : effects.some(({ status }) => status === "pending");
  if (!isRunning) return { state: "ended", refreshS: null };
  const ageMs = now.getTime() - Date.parse(newest.at);
  return ageMs > WATCHED_MS
    ? { state: "running for long", refreshS: null }
    : { state: "running", refreshS: ageMs > FIRST_MS ? 10 : 2 };
}
