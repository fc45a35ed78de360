import { adoptTrial, listTrialsToAdopt } from "#db/content/adopt-trials.ts";
import { forEachDue } from "../for-each.ts";
import { systemEvent } from "../system-event.ts";
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
import type { Schedule, ScheduleDeps } from "./schedule.ts";

/** The schedules that tell somebody something, and what they count on. */
export const noticeSchedules = (deps: ScheduleDeps & { teamMailsPerHour: number }) => ({
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
});

/** Whoever pays after a free trial finds its posts in the calendar: soon after the payment, and after a sign-up that follows it. */
export const adoptTrials = (deps: ScheduleDeps): Schedule => ({
  pattern: "* * * * *",
  async run() {
    const adopted = await forEachDue(
      (limit) => listTrialsToAdopt(deps.db, limit),
      (trial) => adoptTrial(deps.db, systemEvent(deps, "trials", "TrialAdopted", trial)),
      ({ enquiryId }) => enquiryId,
    );
    return { adopted };
  },
});
