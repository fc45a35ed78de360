import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import type { ReminderKind } from "#contracts/content/reminders.ts";
import { counted } from "#contracts/counted.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { Mail } from "../ports/mailer.ts";
import { actionMail, type ActionMailReader, KEEP_LINK, seePosts } from "./action-mail.ts";

export type ReminderMailInput = ActionMailReader & {
  kind: ReminderKind;
  /** One or more, the first planned first. */
  posts: readonly Omit<PostContent, "text">[];
  hasCalendar: boolean;
  token: string;
};

type Words = {
  readonly subject: (posts: string, isOne: boolean) => string;
  readonly message: string;
};

const WORDS = {
  decide: {
    subject: (posts, isOne) => `${posts} ${isOne ? "waits" : "wait"} for your yes`,
    message: "The planned day is near, and nothing goes live without your yes.",
  },
  decide_again: {
    subject: (posts, isOne) => `Last reminder: ${posts} ${isOne ? "waits" : "wait"} for your yes`,
    message:
      "Without your yes nothing goes out. We won’t remind you by email again; your account manager may call.",
  },
  missed: {
    subject: (posts) => `${posts} didn’t go out: we had no yes`,
    message: `Approve now and we’ll publish within ${inText(TERMS.latePost)}, or tell us what to change.`,
  },
  late: {
    subject: (posts, isOne) => `${posts} ${isOne ? "isn’t" : "aren’t"} live yet`,
    message: `You said yes in time, and we’re sorry. Your account manager knows, and publishes or agrees a new hour with you within ${inText(TERMS.latePost)}.`,
  },
} as const satisfies Record<ReminderKind, Words>;

/** Tells a reader of posts before or after their hour. */
export function reminderMail({
  kind,
  posts,
  hasCalendar,
  token,
  ...reader
}: ReminderMailInput): Mail {
  const { subject, message }: Words = WORDS[kind];
  const title = subject(counted(posts.length, "post"), posts.length === 1);
  const showsCalendar = kind === "late" && hasCalendar;
  const { siteUrl } = reader;
  const url = showsCalendar ? `${siteUrl}/calendar` : `${siteUrl}/review#${token}`;
  return actionMail(reader, {
    subject: title,
    kicker: "Your posts",
    headline: `${title}.`,
    message,
    details: [
      { rows: posts.map((post) => ({ label: plannedLabel(post), value: placeLabel(post) })) },
      { text: "All times are UK time." },
    ],
    action: { label: kind === "late" ? seePosts(posts) : "Look and decide", url },
    token: showsCalendar ? undefined : token,
    ...(!showsCalendar && { note: KEEP_LINK }),
  });
}
