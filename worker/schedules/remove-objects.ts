import type { MaterialActions } from "../material/actions.ts";
import type { Schedule } from "./schedule.ts";

/** Removes objects of removed files, of unfinished uploads and of deleted accounts. */
export function removeObjects({ material }: { material: MaterialActions }): Schedule {
  return {
    // After the clean-up of accounts, which deletes the rows of unfinished uploads.
    pattern: "27 * * * *",
    run: async () => ({ files: await material.removeObjects() }),
  };
}
