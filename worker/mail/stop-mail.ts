import { type Platform, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import { counted } from "#contracts/counted.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { POSTS_REASON } from "./action-mail.ts";
import { formatBritishTime } from "./british-time.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";
import { singleLine } from "./single-line.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";
import { nameOf } from "./work-lists.ts";

const SUBJECT_NAME_MAX = 60;

export type StopAlertInput = TeamMailReader & {
  post: Omit<PostContent, "text"> & {
    id: string;
    who: string | null;
    scheduled: readonly Platform[];
  };
};

/** Tells the account manager at once. The customer's words stay in the ops console. */
export function stopAlert({ post, ...reader }: StopAlertInput): Mail {
  const who = nameOf(post.who);
  return teamMail(reader, {
    subject: `Stop a post now: ${singleLine(who, SUBJECT_NAME_MAX)}, ${plannedLabel(post)}`,
    title: "Stop a post",
    kicker: "Alert, stop a post",
    blocks: [
      { headline: "A customer took back the yes to a scheduled post." },
      {
        text: "Take it out of the schedulers now, then say so on its page: the customer waits for that email.",
      },
      {
        rows: [
          { label: "Customer", value: who, dir: "auto" },
          { label: "Planned, London time", value: `${plannedLabel(post)}, ${placeLabel(post)}` },
          {
            label: "In the scheduler of",
            value: post.scheduled.map((platform) => PLATFORMS[platform]).join(", "),
          },
        ],
      },
      { action: { label: "Open the post", url: `${reader.opsUrl}${opsLinks.post(post.id)}` } },
    ],
  });
}

export type ErasedStopAlertInput = TeamMailReader & {
  /** One or more; times in ISO 8601. */
  scheduled: readonly { platform: Platform; goesLiveAt: string }[];
};

/** Tells the account manager at once. Name and business are erased: hours and platforms are what is left to find the posts by. */
export function erasedStopAlert({ scheduled, ...reader }: ErasedStopAlertInput): Mail {
  const subject = `Stop ${counted(scheduled.length, "post")} of an erased account now`;
  return teamMail(reader, {
    subject,
    kicker: "Alert, stop a post",
    blocks: [
      { headline: "A customer erased their account, and schedulers still have posts." },
      {
        text: "We kept no name. Look in these schedulers for these hours, take the posts out, then say so at the promise.",
      },
      {
        rows: scheduled.map(({ platform, goesLiveAt }) => ({
          label: formatBritishTime(goesLiveAt),
          value: PLATFORMS[platform],
        })),
      },
      { action: { label: "Open the promises", url: `${reader.opsUrl}${opsLinks.promises}` } },
    ],
  });
}

export type StoppedMailInput = MailReader & {
  firstName: string | null;
  post: Omit<PostContent, "text">;
  /** It went live before it could be stopped. */
  isLive: boolean;
  hasCalendar: boolean;
};

/** Tells the owner what became of the post whose approval was taken back. */
export function stoppedMail(input: StoppedMailInput): Mail {
  const { firstName, post, isLive, hasCalendar, siteUrl } = input;
  const subject = isLive
    ? `Your post for ${plannedLabel(post)} went live before we could stop it`
    : `Stopped: your post for ${plannedLabel(post)}`;
  return composeMail(input, {
    subject,
    kicker: "Your posts",
    blocks: [
      { headline: `${subject}.` },
      { hello: greeting(firstName ?? "") },
      {
        lead: isLive
          ? "We’re sorry. Reply to this email if we should take it down, and we’ll do it."
          : "It won’t go out. We’ll make a new version from what you wrote, and ask you again.",
      },
      { rows: [{ label: plannedLabel(post), value: placeLabel(post) }] },
      { text: "All times are UK time." },
      hasCalendar && { action: { label: "Open my calendar", url: `${siteUrl}/calendar` } },
    ],
    reason: POSTS_REASON,
  });
}
