import { MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { announceComments } from "#db/content/change-comments.ts";
import { listDueComments } from "#db/content/find-comments.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** Comments written within this time share one email. */
const WAIT_MS = 10 * MINUTE_MS;

export function mailComments(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "comments" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const before = new Date(deps.now().getTime() - WAIT_MS).toISOString();
      const announced = await forEachDue(
        (limit) => listDueComments(deps.db, { before, limit }),
        (row) =>
          announceComments(
            deps.db,
            newEvent(context, "CommentsAnnounced", actor, { ...ownerFactsOf(row), by: row.by }),
          ),
        (row) => String(row.userId ?? row.enquiryId),
      );
      return { announced };
    },
  };
}
