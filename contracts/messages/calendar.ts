import { COMPANY } from "../company.ts";

export const CALENDAR_MESSAGES = {
  changed: "We changed or withdrew this post in the meantime. Your calendar shows what stands now.",
  decidedApproved: "You approved this post before.",
  decidedChanges: "You asked for changes to this post before.",
  loadFailed: "Your calendar could not be loaded.",
  decideFailed: "That did not reach us. Please try again.",
  wordsNeeded: "Tell us in a few words what to change.",
  commentsFailed: "The comments could not be loaded.",
  commentFailed: "Your comment did not reach us. Please try again.",
  commentMissing: "Write your comment first.",
  commentHint: "A comment decides nothing: the post still waits for your approval.",
  commented: "Sent. We answer here, and by email.",
  approved: (planned: string) => `Approved: ${planned}.`,
  asked: (planned: string) =>
    `Thank you. Within ${COMPANY.replyWithinHours} hours we show you the post of ${planned} again, changed.`,
} as const;
