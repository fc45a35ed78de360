import { DAY_MS } from "#contracts/durations.ts";
import type { EventEffect, EventRecord } from "#db/ops/find-event-record.ts";

export type ReplayCandidate = {
  effect: EventEffect & { status: "dead_lettered" | "pending" };
  preselected: boolean;
};

export type ReplayPlan =
  | { kind: "nothing" }
  | { kind: "stale" }
  | { kind: "publish_again" }
  | { kind: "effects"; candidates: ReplayCandidate[]; inDoubt: boolean };

const CODES: ReadonlySet<string> = new Set(["AuthMailRequested", "AuthSmsRequested"]);

/** No configuration makes a code valid for longer than a day. */
const CODE_LIFE_MS = DAY_MS;

function isCodeExpired(
  { type, occurredAt: at }: Pick<EventRecord["event"], "type" | "occurredAt">,
  now: Date,
): boolean {
  return CODES.has(type) && now.getTime() - Date.parse(at) > CODE_LIFE_MS;
}

/**
 * Leaves out completed and ignored effects and expired codes. A pending effect is ticked only if
 * the event is dead-lettered, because nothing retries it.
 */
export function planReplay({ event, effects }: EventRecord, now: Date): ReplayPlan {
  if (event.completedAt === null && isCodeExpired(event, now)) return { kind: "stale" };
  if (event.deadLetteredAt !== null && effects.length === 0) return { kind: "publish_again" };
  const candidates = effects.filter(isMissing).map((effect) => ({
    effect,
    preselected: effect.status === "dead_lettered" || event.deadLetteredAt !== null,
  }));
  if (candidates.length === 0 || event.completedAt !== null) return { kind: "nothing" };
  return {
    kind: "effects",
    candidates,
    inDoubt: candidates.some(({ effect }) => effect.inDoubt),
  };
}

function isMissing(effect: EventEffect): effect is ReplayCandidate["effect"] {
  return effect.status === "dead_lettered" || effect.status === "pending";
}
