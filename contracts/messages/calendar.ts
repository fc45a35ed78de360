import { COMPANY } from "../company.ts";
import { COMMENTS_MAX } from "../content/posts.ts";
import { counted } from "../counted.ts";
import { inText, TERMS } from "../terms.ts";

/** The API refuses with these. They stand apart because pages show the answer’s text and do not load them. */
export const CALENDAR_REFUSALS = {
  changed: "We changed or withdrew this post in the meantime. This page now shows the latest.",
  decided:
    "Someone else answered for this post before you. If what you wrote still matters, send it as a comment.",
  decidedChanges: "Someone has already asked for changes to this post.",
  notTakenBack: "This approval can no longer be undone. This page now shows the latest.",
  ownerTakesBack: "Only the account owner can undo an approval.",
  linkUnknown: "This link no longer works. Ask whoever added you as an approver, or email us.",
  commentsFull: `This post has ${COMMENTS_MAX} comments, and takes no more. Please write to us at ${COMPANY.email}.`,
} as const;

export const CALENDAR_MESSAGES = {
  unplayable: "Your browser can’t play this video. Reload the page and try again, or download it.",
  unseen: "This picture didn’t load. Reload the page before you decide.",
  loadFailed: "We couldn’t load your posts.",
  decideFailed: "That didn’t reach us. Please try again.",
  unsent: (error: string, words: string) => `${error} You wrote: “${words}”`,
  wordsNeeded: "Tell us briefly what to change.",
  approved: (planned: string) => `Approved: ${planned}.`,
  approvedAll: (count: number) => `Approved: ${counted(count, "post")}.`,
  notApproved: (count: number) =>
    `${counted(count, "post was", "posts were")} changed or decided in the meantime.`,
  scheduled: (platforms: string, planned: string) => `Set to go out on ${platforms}: ${planned}.`,
  undoHint: (platforms: string) =>
    `${platforms} will publish it by itself. Undo your approval and we’ll take it out there first, and email you once it’s stopped.`,
  stopping: "You took back your approval. We’re stopping it, and we’ll email you once it’s done.",
  undone: (planned: string) => `Undone: ${planned} waits for you again.`,
  asked: (planned: string) =>
    `Thank you. Within ${inText(TERMS.reply)} we’ll show you the changed post for ${planned}.`,
} as const;
