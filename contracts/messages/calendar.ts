import { COMPANY } from "../company.ts";
import { COMMENTS_MAX } from "../content/posts.ts";
import { counted } from "../counted.ts";
import { inText, TERMS } from "../terms.ts";

/** Of the API. Apart, because pages show them without knowing them. */
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
  linkExpired:
    "This link has expired. We can send you a new email with everything that’s waiting now.",
  newer: "We changed this post after that email. Use the newer email to decide.",
  freshSent: "If anything is waiting for you, a new email is on its way.",
  freshLimited: "We sent you a new email within the last hour. Please check your spam folder too.",
  unplayable: "Your browser can’t play this video. Reload the page and try again, or download it.",
  loadFailed: "We couldn’t load your posts.",
  decideFailed: "That didn’t reach us. Please try again.",
  unsent: (error: string, words: string) => `${error} You wrote: “${words}”`,
  wordsNeeded: "Tell us briefly what to change.",
  commentsFailed: "We couldn’t load the comments.",
  commentFailed: "Your comment didn’t reach us. Please try again.",
  earlierComments: "Earlier comments",
  commentMissing: "Write your comment first.",
  commentHint: "A comment doesn’t approve the post: it still needs your approval.",
  commented: "Sent. We’ll reply here.",
  approved: (planned: string) => `Approved: ${planned}.`,
  approvedAll: (count: number) => `Approved: ${counted(count, "post")}.`,
  notApproved: (count: number) =>
    `${counted(count, "post was", "posts were")} changed or decided in the meantime.`,
  scheduled: (platforms: string, planned: string) => `Set to go out on ${platforms}: ${planned}.`,
  undoHint: (platforms: string) =>
    `${platforms} will publish it by itself. Undo your approval and we’ll take it out there first, and email you once it’s stopped.`,
  stopping: "You took back your approval. We’re stopping it, and we’ll email you once it’s done.",
  done: (approved: number, changes: number) =>
    [
      ...(approved === 0 ? [] : [`You approved ${counted(approved, "post")}.`]),
      ...(changes === 0
        ? []
        : [`We’ll show you ${counted(changes, "changed post")} within ${inText(TERMS.reply)}.`]),
    ].join(" "),
  undone: (planned: string) => `Undone: ${planned} waits for you again.`,
  asked: (planned: string) =>
    `Thank you. Within ${inText(TERMS.reply)} we’ll show you the changed post for ${planned}.`,
} as const;
