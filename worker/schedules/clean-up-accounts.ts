import { deleteExpired, EXPIRED_KINDS } from "#db/auth/clean-up.ts";
import type { Db } from "#db/client.ts";
import type { Schedule } from "./schedule.ts";

/** Some milliseconds' work for Postgres, so that nobody waits for a row that is about to go. */
const BATCH_MAX = 500;

/** At the end of a run, what is left waits for the next one: a hundred thousand of a kind. */
const BATCHES_MAX = 200;

/** Deletes once an hour what nobody can use any more of accounts: codes, flows, challenges, sessions, visitors. */
export function cleanUpAccounts({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    // Not on the hour, when everybody's clocks strike.
    pattern: "17 * * * *",
    async run() {
      const counts: Record<string, number> = {};
      for (const kind of EXPIRED_KINDS) {
        let deleted = 0;
        for (let batch = 0; batch < BATCHES_MAX; batch++) {
          const count = await deleteExpired(db, kind, { now: now(), limit: BATCH_MAX });
          deleted += count;
          if (count < BATCH_MAX) break;
        }
        counts[kind] = deleted;
      }
      return counts;
    },
  };
}
