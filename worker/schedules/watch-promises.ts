import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { listDuePromises } from "#db/promises/list-due-promises.ts";
import { recordPromiseTime } from "#db/promises/record-promise-time.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** A promise that became due while no worker ran is missed without a warning. */
export function watchPromises(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "promises" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const at = deps.now().toISOString();
      let missed = 0;
      const count = await forEachDue(
        (limit) => listDuePromises(deps.db, { at, limit }),
        async (row) => {
          const { id: promiseId, rule, startedAt, warnAt, dueAt } = row;
          const facts = { promiseId, rule, startedAt, dueAt };
          const isMissed = dueAt <= at;
          if (isMissed) missed += 1;
          const event = isMissed
            ? newEvent(context, "PromiseMissed", actor, {
                ...facts,
                isWarned: row.warnedAt !== null,
              })
            : newEvent(context, "PromiseDue", actor, { ...facts, warnAt });
          await recordPromiseTime(deps.db, event, row);
        },
        ({ id }) => String(id),
      );
      return { due: count - missed, missed };
    },
  };
}
