import { MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { announceDecisions } from "#db/content/change-decisions.ts";
import { listDueDecisions } from "#db/content/find-decisions.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** One email for all decisions of a person, this long after the last one. */
const QUIET_MS = 10 * MINUTE_MS;

export function mailDecisions(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "decisions" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const before = new Date(deps.now().getTime() - QUIET_MS).toISOString();
      const announced = await forEachDue(
        (limit) => listDueDecisions(deps.db, { before, limit }),
        (row) => {
          const by = row.decidedBy === null ? "owner" : "approver";
          const facts = { ...ownerFactsOf(row), by } as const;
          return announceDecisions(
            deps.db,
            row,
            newEvent(context, "DecisionsAnnounced", actor, facts),
          );
        },
        (row) => String(row.userId ?? row.enquiryId),
      );
      return { announced };
    },
  };
}
