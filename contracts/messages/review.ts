import { counted } from "../counted.ts";
import { inText, TERMS } from "../terms.ts";

export const REVIEW_MESSAGES = {
  linkExpired: "We can send you a new email with everything that’s waiting now.",
  newer: "We changed this post after that email. Use the newer email to decide.",
  freshSent: "If anything is waiting for you, a new email is on its way.",
  freshLimited: "We sent you a new email within the last hour. Please check your spam folder too.",
  tooSoon:
    "You pressed as soon as the page was there, so we didn’t count it. Please read it, then press again.",
  done: (approved: number, changes: number) =>
    [
      ...(approved === 0 ? [] : [`You approved ${counted(approved, "post")}.`]),
      ...(changes === 0
        ? []
        : [`We’ll show you ${counted(changes, "changed post")} within ${inText(TERMS.reply)}.`]),
    ].join(" "),
} as const;
