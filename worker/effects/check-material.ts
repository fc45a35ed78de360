import type { Effect } from "../pipeline/effect.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

/** Checks an uploaded file by its content, and writes what may be shown: nobody reads the upload itself. */
export function checkMaterial({ material }: EffectDeps): Effect<"MaterialUploaded"> {
  return {
    queue: "material",
    repeatMayDuplicate: false,
    async run({ data: { mediaId } }) {
      const outcome = await material.check(mediaId);
      return outcome === null
        ? skipped("erased")
        : { externalId: null, facts: { mediaId, outcome } };
    },
  };
}
