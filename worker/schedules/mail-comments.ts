import { MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { announceComments } from "#db/content/announce-comments.ts";
import { listDueComments } from "#db/content/list-due-comments.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { Schedule } from "./schedule.ts";

/** Somebody who has more to say says it within this time, and one email tells of all. */
const WAIT_MS = 10 * MINUTE_MS;

const BATCH_MAX = 100;

export function mailComments(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "* * * * *",
    async run() {
      const before = new Date(deps.now().getTime() - WAIT_MS).toISOString();
      let announced = 0;
      for (;;) {
        const due = await listDueComments(deps.db, { before, limit: BATCH_MAX });
        for (const row of due) {
          await announceComments(
            deps.db,
            newEvent(
              context,
              "CommentsAnnounced",
              { kind: "system", name: "comments" },
              { ...ownerFactsOf(row), by: row.by },
            ),
          );
        }
        announced += due.length;
        if (due.length < BATCH_MAX) return { announced };
      }
    },
  };
}
