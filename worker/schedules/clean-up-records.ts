import { deleteExpiredRecords, EXPIRED_RECORD_KINDS } from "#db/clean-up/delete-expired-records.ts";
import type { Db } from "#db/client.ts";
import { deleteInBatches } from "./delete-in-batches.ts";
import type { Schedule } from "./schedule.ts";

export function cleanUpRecords({ db, now }: { db: Db; now: () => Date }): Schedule {
  return {
    // Half an hour after the account clean-up, so that they do not share the disk.
    pattern: "47 * * * *",
    run: () =>
      deleteInBatches(EXPIRED_RECORD_KINDS, (kind, limit) =>
        deleteExpiredRecords(db, kind, { now: now(), limit }),
      ),
  };
}
