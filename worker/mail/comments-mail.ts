import { COMPANY } from "#contracts/company.ts";
import { counted } from "#contracts/counted.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { AnnouncedComments } from "#db/content/find-comments.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { actionMail, type ActionMailReader, KEEP_LINK } from "./action-mail.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

export type CommentsMailInput = ActionMailReader & {
  comments: AnnouncedComments;
  /** Token of the approval link of a free trial, which has no calendar; null for a user. */
  token: string | null;
};

/** "1 new comment on a post", "3 new comments on 2 posts" */
function countOf({ count, postIds: { length: posts } }: AnnouncedComments): string {
  return `${counted(count, "new comment")} on ${posts === 1 ? "a post" : `${posts} posts`}`;
}

/** Tells a customer of comments, without their texts. */
export function commentsMail(input: CommentsMailInput): Mail {
  const { comments, token, siteUrl } = input;
  const subject = countOf(comments);
  const { names } = comments;
  const writer = names.length === 0 ? `Your team at ${COMPANY.name}` : names.join(" and ");
  const isByLink = token !== null;
  return actionMail(input, {
    subject,
    kicker: "Your posts",
    headline: `${subject}.`,
    message: `${writer} wrote to you. Read it below the post${isByLink ? "" : " in your calendar"}.`,
    action: {
      label: "Read and reply",
      url: isByLink ? `${siteUrl}/review#${token}` : `${siteUrl}/calendar`,
    },
    note: isByLink
      ? `A comment doesn’t approve a post: you do that on the same page. ${KEEP_LINK}`
      : "A comment doesn’t approve a post: you do that in your calendar.",
  });
}

export type CommentsNotificationInput = TeamMailReader & {
  comments: AnnouncedComments;
  customerEmail: string | null;
  /** Id of the user, or of the free-trial enquiry. */
  customerKey: string;
};

/** Tells the team of a customer's comments. Their words stay in the ops console. */
export function commentsNotification(input: CommentsNotificationInput): Mail {
  const { comments, customerEmail } = input;
  const count = countOf(comments);
  const [postId] = comments.postIds;
  const isOne = comments.postIds.length === 1 && postId !== undefined;
  return teamMail(input, {
    subject: customerEmail === null ? count : `${count}: ${customerEmail}`,
    title: count,
    kicker: "Comments",
    customerEmail,
    thread: `comments.${input.customerKey}`,
    blocks: [
      { headline: `${count}.` },
      {
        text: `A customer is waiting for an answer, which we promise within ${inText(TERMS.reply)}.${customerEmail === null ? "" : ` Customer: ${customerEmail}.`}`,
      },
      {
        action: {
          label: isOne ? "Open the post" : "Open the posts",
          url: `${input.opsUrl}${isOne ? `${opsLinks.post(postId)}#comments` : opsLinks.customerContent(input.customerKey)}`,
        },
      },
    ],
  });
}
