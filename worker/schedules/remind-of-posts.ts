import { REMINDER_KINDS, type ReminderKind } from "#contracts/content/reminders.ts";
import { recordReminder } from "#db/content/change-reminders.ts";
import { listDueReminders } from "#db/content/find-reminders.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import { forEachDue } from "../for-each.ts";
import { systemEvent } from "../system-event.ts";
import type { Schedule, ScheduleDeps } from "./schedule.ts";

/** The last reminder before the hour goes first: it stands for the earlier one. */
const ORDER: readonly ReminderKind[] = [
  "decide_again",
  ...REMINDER_KINDS.filter((kind) => kind !== "decide_again"),
];

/** Tells customers of posts that wait for an answer, missed their hour, or are late. */
export const remindOfPosts = (deps: ScheduleDeps): Schedule => ({
  pattern: "*/5 * * * *",
  async run() {
    const at = deps.now().toISOString();
    const reminded: Partial<Record<ReminderKind, number>> = {};
    for (const kind of ORDER) {
      reminded[kind] = await forEachDue(
        (limit) => listDueReminders(deps.db, kind, { at, limit }),
        ({ linkIds, posts, ...owner }) => {
          const facts = { ...ownerFactsOf(owner), kind, posts };
          return recordReminder(
            deps.db,
            linkIds.map((linkId) =>
              systemEvent(deps, "reminders", "PostsReminded", { ...facts, linkId }),
            ),
          );
        },
        customerKeyOf,
      );
    }
    return reminded;
  },
});
