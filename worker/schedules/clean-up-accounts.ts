import { deleteExpired, EXPIRED_KINDS } from "#db/accounts/delete-expired.ts";
import type { Db } from "#db/client.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Schedule } from "./schedule.ts";

export function cleanUpAccounts({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    // Off the full hour, when most cron jobs run.
    pattern: "17 * * * *",
    run: () =>
      deleteInBatches(EXPIRED_KINDS, (kind, limit) =>
        deleteExpired(db, kind, { now: now(), limit }),
      ),
  };
}
