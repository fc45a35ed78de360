import { deleteExpiredRecords, EXPIRED_RECORD_KINDS } from "#db/clean-up/delete-expired-records.ts";
import { type CleanUpDeps, deleteInBatches } from "./delete-in-batches.ts";
import type { Schedule } from "./schedule.ts";

/** Some tens of milliseconds a batch; smaller ones spend more time on round trips. */
const BATCH_MAX = 5_000;

export function cleanUpRecords({ db, now, wait }: CleanUpDeps): Schedule {
  return {
    // Half an hour after the account clean-up, so that they do not share the disk.
    pattern: "47 * * * *",
    run: () =>
      deleteInBatches(EXPIRED_RECORD_KINDS, { now, wait, limit: BATCH_MAX }, (kind, limit) =>
        deleteExpiredRecords(db, kind, { now: now(), limit }),
      ),
  };
}
