import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { adoptTrial, listTrialsToAdopt } from "#db/content/adopt-trials.ts";
import { forEachDue } from "../for-each.ts";
import {
  mailComments,
  mailDecisions,
  mailEnquiryDigest,
  mailMorningWork,
  mailWeekendWork,
  recordCardExpiryNotices,
  recordPaymentReminders,
} from "./due-notices.ts";
import {
  startDuePublishPromises,
  startDueReportPromises,
  watchPromises,
} from "./promise-schedules.ts";
import { remindOfPosts } from "./remind-of-posts.ts";
import type { Schedule } from "./schedule.ts";

/** The schedules that tell somebody something, and what they count on. */
export function noticeSchedules(deps: {
  db: Db;
  makeId: MakeId;
  now: () => Date;
  teamMailsPerHour: number;
}) {
  return {
    "remind-of-payments": recordPaymentReminders(deps),
    "promise-reports": startDueReportPromises(deps),
    "promise-publishing": startDuePublishPromises(deps),
    "watch-promises": watchPromises(deps),
    "mail-comments": mailComments(deps),
    "mail-enquiry-digest": mailEnquiryDigest(deps),
    "adopt-trials": adoptTrials(deps),
    "mail-morning-work": mailMorningWork(deps),
    "mail-weekend-work": mailWeekendWork(deps),
    "remind-of-posts": remindOfPosts(deps),
    "mail-decisions": mailDecisions(deps),
    "notice-cards": recordCardExpiryNotices(deps),
  };
}

/** Whoever pays after a free trial finds its posts in the calendar: soon after the payment, and after a sign-up that follows it. */
export function adoptTrials(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const { db } = deps;
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "trials" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const adopted = await forEachDue(
        (limit) => listTrialsToAdopt(db, limit),
        (trial) => adoptTrial(db, newEvent(context, "TrialAdopted", actor, trial)),
        ({ enquiryId }) => enquiryId,
      );
      return { adopted };
    },
  };
}
