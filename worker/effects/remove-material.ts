import type { Effect, EffectDeps } from "./effect.ts";

/** The files of a deleted account: its rows are gone already. */
export function removeMaterial({
  material,
}: Pick<EffectDeps, "material">): Effect<"AccountErased"> {
  return {
    queue: "material",
    repeatMayDuplicate: false,
    run: async () => ({ externalId: null, facts: { files: await material.removeObjects() } }),
  };
}
