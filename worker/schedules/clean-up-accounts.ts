import { deleteExpiredAccounts, EXPIRED_KINDS } from "#db/clean-up/delete-expired-accounts.ts";
import { type CleanUpDeps, deleteInBatches } from "./delete-in-batches.ts";
import type { Schedule } from "./schedule.ts";

/** An account goes with the rows of many tables. */
const BATCH_MAX = 500;

export function cleanUpAccounts({ db, now, wait }: CleanUpDeps): Schedule {
  return {
    // Off the full hour, when most cron jobs run.
    pattern: "17 * * * *",
    run: () =>
      deleteInBatches(EXPIRED_KINDS, { now, wait, limit: BATCH_MAX }, (kind, limit) =>
        deleteExpiredAccounts(db, kind, { now: now(), limit }),
      ),
  };
}
