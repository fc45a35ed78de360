import { COMPANY } from "../company.ts";

export const CALENDAR_MESSAGES = {
  changed: "We changed or withdrew this post in the meantime. This page shows what stands now.",
  decided:
    "Somebody answered for this post before you. If your words still matter, send them as a comment.",
  decidedChanges: "Changes to this post were asked for already.",
  notTakenBack: "This approval can no longer be taken back. This page shows what stands now.",
  ownerTakesBack: "Only the owner of the account takes an approval back.",
  linkUnknown:
    "This link does not work any more. Ask whoever named you as an approver, or write to us.",
  linkMissing: "Please open the link in your email again.",
  linkExpired: "This link has expired. We can send you a fresh email with all that waits now.",
  newer: "We changed this post after your email. A newer email decides about it.",
  freshSent: "A fresh email is on its way, if something waits for you.",
  freshLimited:
    "We sent you a fresh email within the last hour. Please look in your spam folder, too.",
  unplayable: "Your browser cannot play this video. Reload the page and try again, or download it.",
  loadFailed: "Your posts could not be loaded.",
  decideFailed: "That did not reach us. Please try again.",
  unsent: (error: string, words: string) => `${error} You wrote: “${words}”`,
  wordsNeeded: "Tell us in a few words what to change.",
  commentsFailed: "The comments could not be loaded.",
  commentFailed: "Your comment did not reach us. Please try again.",
  commentMissing: "Write your comment first.",
  commentHint: "A comment decides nothing: the post still waits for your approval.",
  commented: "Sent. We answer here.",
  approved: (planned: string) => `Approved: ${planned}.`,
  approvedAll: (count: number) => `Approved: ${count === 1 ? "1 post" : `${count} posts`}.`,
  notApproved: (count: number) =>
    count === 1
      ? "1 post was changed or decided in the meantime."
      : `${count} posts were changed or decided in the meantime.`,
  asked: (planned: string) =>
    `Thank you. Within ${COMPANY.replyWithinHours} hours we show you the post of ${planned} again, changed.`,
} as const;
