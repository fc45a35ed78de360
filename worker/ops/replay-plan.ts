import type { EventEffect, EventRecord } from "#db/ops/find-event.ts";

/** An effect that could run again, and whether the person who does nothing would run it. */
export type ReplayCandidate = {
  effect: EventEffect & { status: "dead" | "pending" };
  preselected: boolean;
};

/** What a replay of an event would do, decided from what is known of it now. */
export type ReplayPlan =
  | { kind: "nothing" }
  /** What it would send is worth nothing any more. */
  | { kind: "stale" }
  | { kind: "publish_again" }
  | { kind: "effects"; candidates: ReplayCandidate[]; inDoubt: boolean };

/** Events whose mails and texts hold a code. */
const CODES: ReadonlySet<string> = new Set(["AuthMailRequested", "AuthSmsRequested"]);

/** No code is good for longer, whatever is configured; most are for an hour. */
const CODE_LIFE_MS = 86_400_000;

/** Whether an event asks for a code that nobody can use any more: its owner has long asked for another. */
export function isCodeExpired(
  { type, occurred_at: at }: Pick<EventRecord["event"], "type" | "occurred_at">,
  now: Date,
): boolean {
  return CODES.has(type) && now.getTime() - Date.parse(at) > CODE_LIFE_MS;
}

/**
 * Decides what a replay would run. Whatever is done or was ignored is never in it, nor a code of yesterday. An effect that
 * is still tried by itself can be chosen, and stands chosen where nothing tries it any more.
 */
export function planReplay({ event, effects }: EventRecord, now: Date): ReplayPlan {
  if (event.completed_at === null && isCodeExpired(event, now)) return { kind: "stale" };
  if (event.dead_lettered_at !== null && effects.length === 0) return { kind: "publish_again" };
  const candidates = effects.filter(isMissing).map((effect) => ({
    effect,
    preselected: effect.status === "dead" || event.dead_lettered_at !== null,
  }));
  if (candidates.length === 0 || event.completed_at !== null) return { kind: "nothing" };
  return {
    kind: "effects",
    candidates,
    inDoubt: candidates.some(({ effect }) => effect.in_doubt),
  };
}

function isMissing(effect: EventEffect): effect is ReplayCandidate["effect"] {
  return effect.status === "dead" || effect.status === "pending";
}
