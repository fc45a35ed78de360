import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { adoptTrials } from "./adopt-trials.ts";
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
