import type { Db } from "#db/client.ts";
import { startPublishPromises } from "#db/promises/change-promises.ts";
import type { Schedule } from "./schedule.ts";

const BATCH_MAX = 100;

export function startDuePublishPromises({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    pattern: "* * * * *",
    async run() {
      const at = now().toISOString();
      let promised = 0;
      for (;;) {
        const count = await startPublishPromises(db, { at, limit: BATCH_MAX });
        promised += count;
        if (count < BATCH_MAX) return { promised };
      }
    },
  };
}
