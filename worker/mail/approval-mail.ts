import { COMPANY } from "#contracts/company.ts";
import type { ChangedPart } from "#contracts/content/changed-parts.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { PostContent } from "#contracts/content/posts.ts";
import { counted } from "#contracts/counted.ts";
import type { Mail } from "../ports/mailer.ts";
import {
  actionMail,
  type ActionMailReader,
  KEEP_LINK,
  POSTS_REASON,
  seePosts,
} from "./action-mail.ts";
import { isCompanyName } from "./greeting.ts";
import type { PostCard } from "./post-cards.tsx";

export type AskedPost = PostContent &
  Omit<PostCard, "line"> & {
    isChange: boolean;
    /** Whether pictures or a video differ from the version before. */
    hasOtherFiles: boolean;
    /** Whether the reader's side had asked for it. */
    wasAskedFor: boolean;
  };

export type ApprovalMailInput = Omit<ActionMailReader, "firstName"> & {
  /** First name of the owner, or name of the approver. */
  name: string | null;
  isOwner: boolean;
  hasCalendar: boolean;
  businessName: string | null;
  /** Those that wait for a decision, one or more. */
  posts: readonly AskedPost[];
  token: string;
};

const CARDS_MAX = 3;

const IN_SUBJECT = {
  Text: "text",
  Planned: "date",
  Platforms: "platforms",
  "First comment": "first comment",
} as const satisfies Record<ChangedPart["name"], string>;

/** Asks the owner or an approver to decide about posts, and shows the first ones. */
export function approvalMail(input: ApprovalMailInput): Mail {
  const { name, isOwner, hasCalendar, businessName, posts, token, siteUrl } = input;
  const known = businessName !== null && isCompanyName(businessName) ? businessName : null;
  const business = known ?? "a business";
  const { headline, message } = posts.every(({ isChange }) => isChange)
    ? wordsOfChange(posts)
    : wordsOfNew(posts, isOwner ? null : business);
  const calendar = `All your posts are in your calendar: ${siteUrl}/calendar`;
  return actionMail(
    { ...input, firstName: name?.split(" ")[0] ?? null },
    {
      subject: known === null ? headline : `${known}: ${headline}`,
      kicker: "Your posts",
      headline: `${headline}.`,
      message,
      details: [
        {
          cards: {
            name: known ?? "Your business",
            posts: posts.slice(0, CARDS_MAX).map((post) => ({
              ...post,
              line: `${plannedLabel(post)} · ${placeLabel(post)}`,
            })),
            more: Math.max(posts.length - CARDS_MAX, 0),
          },
        },
      ],
      action: {
        label: seePosts(posts),
        // The part after `#` reaches no server log.
        url: `${siteUrl}/review#${token}`,
      },
      token,
      note: [KEEP_LINK, ...(hasCalendar ? [calendar] : [])].join(" "),
      reason: isOwner
        ? POSTS_REASON
        : `You’re getting this email because ${business} added you as an approver at ${COMPANY.name}. Reply to be removed.`,
    },
  );
}

const wordsOfNew = ({ length }: readonly AskedPost[], business: string | null) => ({
  headline: `${counted(length, "post is", "posts are")} waiting for your approval`,
  message:
    business === null
      ? "We’ve made something for you. Approve it, or tell us briefly what to change. Nothing goes live until you approve it."
      : `You can approve posts for ${business}. Say yes, or tell us briefly what to change. Nothing goes live until it’s approved.`,
});

function wordsOfChange(posts: readonly AskedPost[]) {
  const parts = new Set(
    posts.flatMap(({ changes, hasOtherFiles }) => [
      ...changes.map(({ name }) => IN_SUBJECT[name]),
      ...(hasOtherFiles ? ["pictures"] : []),
    ]),
  );
  const what = parts.size === 0 ? "" : `: ${[...parts].join(", ")}`;
  const asked = posts.every(({ wasAskedFor }) => wasAskedFor) ? " as you asked" : "";
  return {
    headline: `${counted(posts.length, "post")} changed${asked}${what}`,
    message:
      "A changed post needs your yes again: what was said before stands below it. Approve it, or tell us briefly what to change.",
  };
}
