import type { Db } from "#db/client.ts";
import {
  recordPromiseTimes,
  startPublishPromises,
  startReportPromises,
} from "#db/promises/change-promises.ts";
import { listDuePromises } from "#db/promises/find-promises.ts";
import { forEach } from "../for-each.ts";
import { systemEvent } from "../system-event.ts";
import type { Schedule, ScheduleDeps } from "./schedule.ts";

/** The rest are told a minute later. */
const RUN_MAX = 1_000;

/** Tells each account manager in one email of a run; a promise that became due while no worker ran is missed without a warning. */
export const watchPromises = (deps: ScheduleDeps): Schedule => ({
  pattern: "* * * * *",
  async run() {
    const due = await listDuePromises(deps.db, { at: deps.now().toISOString(), limit: RUN_MAX });
    const ofManagers = Map.groupBy(due, ({ managerId }) => managerId);
    await forEach(
      [...ofManagers],
      ([managerId, rows]) => {
        const facts = { managerId, promiseIds: rows.map(({ id }) => id) };
        const event = systemEvent(deps, "promises", "PromisesAnnounced", facts);
        return recordPromiseTimes(deps.db, event);
      },
      ([managerId]) => managerId ?? "team",
    );
    return { promises: due.length, mails: ofManagers.size };
  },
});

type StartDeps = Pick<ScheduleDeps, "db" | "now">;

export const startDueReportPromises = (deps: StartDeps): Schedule =>
  startDue(deps, "37 * * * *", startReportPromises);

export const startDuePublishPromises = (deps: StartDeps): Schedule =>
  startDue(deps, "* * * * *", startPublishPromises);

const BATCH_MAX = 100;

const startDue = (
  { db, now }: StartDeps,
  pattern: string,
  start: (db: Db, batch: { at: string; limit: number }) => Promise<number>,
): Schedule => ({
  pattern,
  async run() {
    const at = now().toISOString();
    let promised = 0;
    for (;;) {
      const count = await start(db, { at, limit: BATCH_MAX });
      promised += count;
      if (count < BATCH_MAX) return { promised };
    }
  },
});
