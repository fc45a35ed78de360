import { MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { announceDecisions } from "#db/content/announce-decisions.ts";
import { listDueDecisions } from "#db/content/list-due-decisions.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { Schedule } from "./schedule.ts";

/** One email for all decisions of a person, this long after the last one. */
const QUIET_MS = 10 * MINUTE_MS;

const BATCH_MAX = 100;

export function mailDecisions(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "* * * * *",
    async run() {
      const before = new Date(deps.now().getTime() - QUIET_MS).toISOString();
      let announced = 0;
      for (;;) {
        const due = await listDueDecisions(deps.db, { before, limit: BATCH_MAX });
        for (const row of due) {
          await announceDecisions(
            deps.db,
            row,
            newEvent(
              context,
              "DecisionsAnnounced",
              { kind: "system", name: "decisions" },
              { ...ownerFactsOf(row), by: row.decided_by === null ? "owner" : "approver" },
            ),
          );
        }
        announced += due.length;
        if (due.length < BATCH_MAX) return { announced };
      }
    },
  };
}
