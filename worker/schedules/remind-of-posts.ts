import { REMINDER_KINDS, type ReminderKind } from "#contracts/content/reminders.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { recordReminder } from "#db/content/change-reminders.ts";
import { listDueReminders } from "#db/content/find-reminders.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import { forEachDue } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

/** The last reminder before the hour goes first: it stands for the earlier one. */
const ORDER: readonly ReminderKind[] = [
  "decide_again",
  ...REMINDER_KINDS.filter((kind) => kind !== "decide_again"),
];

/** Tells customers of posts that wait for an answer, missed their hour, or are late. */
export function remindOfPosts(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "reminders" } as const;
  return {
    pattern: "*/5 * * * *",
    async run() {
      const at = deps.now().toISOString();
      const reminded: Partial<Record<ReminderKind, number>> = {};
      for (const kind of ORDER) {
        reminded[kind] = await forEachDue(
          (limit) => listDueReminders(deps.db, kind, { at, limit }),
          ({ linkIds, posts, ...owner }) =>
            recordReminder(
              deps.db,
              linkIds.map((linkId) =>
                newEvent(context, "PostsReminded", actor, {
                  ...ownerFactsOf(owner),
                  linkId,
                  kind,
                  posts,
                }),
              ),
            ),
          customerKeyOf,
        );
      }
      return reminded;
    },
  };
}
