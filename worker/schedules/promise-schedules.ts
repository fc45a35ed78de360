import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import {
  recordPromiseTimes,
  startPublishPromises,
  startReportPromises,
} from "#db/promises/change-promises.ts";
import { listDuePromises } from "#db/promises/find-promises.ts";
import { forEach } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** The rest are told a minute later. */
const RUN_MAX = 1_000;

/** Tells each account manager in one email of a run; a promise that became due while no worker ran is missed without a warning. */
export function watchPromises(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "promises" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const at = deps.now().toISOString();
      const due = await listDuePromises(deps.db, { at, limit: RUN_MAX });
      const ofManagers = Map.groupBy(due, ({ managerId }) => managerId);
      await forEach(
        [...ofManagers],
        ([managerId, rows]) => {
          const promiseIds = rows.map(({ id }) => id);
          const facts = { managerId, promiseIds };
          return recordPromiseTimes(deps.db, newEvent(context, "PromisesAnnounced", actor, facts));
        },
        ([managerId]) => managerId ?? "team",
      );
      return { promises: due.length, mails: ofManagers.size };
    },
  };
}

type StartDeps = { db: Db; now: () => Date };

export const startDueReportPromises = (deps: StartDeps): Schedule =>
  startDue(deps, "37 * * * *", startReportPromises);

export const startDuePublishPromises = (deps: StartDeps): Schedule =>
  startDue(deps, "* * * * *", startPublishPromises);

const BATCH_MAX = 100;

function startDue(
  { db, now }: StartDeps,
  pattern: string,
  start: (db: Db, batch: { at: string; limit: number }) => Promise<number>,
): Schedule {
  return {
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
  };
}
