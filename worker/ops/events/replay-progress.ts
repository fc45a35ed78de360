import { MINUTE_MS } from "#contracts/durations.ts";
import type { EventEffect, EventRecord } from "#db/ops/find-events.ts";

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
