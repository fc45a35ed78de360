import type { DeskEffect, EventRecord } from "#db/ops/load-event.ts";

/** An effect that could run again, and whether the person who does nothing would run it. */
export type Candidate = {
  effect: DeskEffect & { status: "dead" | "pending" };
  preselected: boolean;
};

/** What a replay of an event would do, decided from what is known of it now. */
export type ReplayPlan =
  | { kind: "nothing" }
  | { kind: "publish_again" }
  | { kind: "effects"; candidates: Candidate[]; inDoubt: boolean };

/**
 * Decides what a replay would run. Whatever is done or was ignored is never in it. An effect that is still
 * tried by itself can be chosen, and stands chosen where nothing tries it any more.
 */
export function replayPlan({ event, effects }: EventRecord): ReplayPlan {
  if (event.dead_at !== null && effects.length === 0) return { kind: "publish_again" };
  const candidates = effects.filter(isMissing).map((effect) => ({
    effect,
    preselected: effect.status === "dead" || event.dead_at !== null,
  }));
  if (candidates.length === 0 || event.completed_at !== null) return { kind: "nothing" };
  return {
    kind: "effects",
    candidates,
    inDoubt: candidates.some(({ effect }) => effect.in_doubt),
  };
}

function isMissing(effect: DeskEffect): effect is Candidate["effect"] {
  return effect.status === "dead" || effect.status === "pending";
}
