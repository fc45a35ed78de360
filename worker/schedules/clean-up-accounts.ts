import { deleteExpired, EXPIRED_KINDS } from "#db/accounts/clean-up.ts";
import type { Db } from "#db/client.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Schedule } from "./schedule.ts";

/** Deletes once an hour what nobody can use any more of accounts: codes, flows, challenges, sessions, visitors. */
export function cleanUpAccounts({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    // Not on the hour, when everybody's clocks strike.
    pattern: "17 * * * *",
    run: () =>
      deleteInBatches(EXPIRED_KINDS, (kind, limit) =>
        deleteExpired(db, kind, { now: now(), limit }),
      ),
  };
}
