import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** The files of a deleted account: its rows are gone already. */
export function removeMaterial({ material }: EffectDeps): Effect<"AccountErased"> {
  return {
    queue: "material",
    repeatMayDuplicate: false,
    run: async () => ({ externalId: null, facts: { files: await material.removeObjects() } }),
  };
}
