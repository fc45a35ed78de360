import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AnnouncedComments } from "#db/content/find-announced-comments.ts";
import { paths } from "../ops/paths.ts";
import { actionMail, KEEP_LINK, POSTS_REASON } from "./action-mail.tsx";
import { composeMail } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

type Comments = {
  comments: AnnouncedComments;
  to: string;
  siteUrl: string;
  correlationId: string;
};

export type CommentsMailInput = Comments & {
  firstName: string | null;
  accountManager: AccountManager | null;
  /** Token of the approval link of a free trial, which has no calendar; null for a user. */
  token: string | null;
  /** Serves the photo. */
  apiUrl: string;
};

/** "1 new comment on a post", "3 new comments on 2 posts" */
function countOf({ count, postIds: { length: posts } }: AnnouncedComments): string {
  const comments = count === 1 ? "1 new comment" : `${count} new comments`;
  return `${comments} on ${posts === 1 ? "a post" : `${posts} posts`}`;
}

/** Tells a customer of comments, without their texts. */
export function commentsMail(input: CommentsMailInput): Mail {
  const { comments } = input;
  const subject = countOf(comments);
  const headline = `${subject}.`;
  const hello = greeting(input.firstName ?? "");
  const { names } = comments;
  const writer = names.length === 0 ? `Your team at ${COMPANY.name}` : names.join(" and ");
  const isByLink = input.token !== null;
  const message = `${writer} wrote to you. Read it below the post${isByLink ? "" : " in your calendar"}.`;
  const open = "Read and reply";
  const url = isByLink ? `${input.siteUrl}/review#${input.token}` : `${input.siteUrl}/calendar`;
  const note = isByLink
    ? `A comment doesn’t approve a post: you do that on the same page. ${KEEP_LINK}`
    : "A comment doesn’t approve a post: you do that in your calendar.";
  return actionMail({
    to: input.to,
    subject,
    kicker: "Your posts",
    headline,
    hello,
    message,
    open,
    url,
    note,
    reason: POSTS_REASON,
    accountManager: input.accountManager,
    apiUrl: input.apiUrl,
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}

export type CommentsNotificationInput = Comments & {
  customerEmail: string | null;
  /** Id of the user, or of the free-trial enquiry. */
  customerKey: string;
  opsUrl: string;
};

/** Tells the team of a customer's comments. Their words stay in the ops console. */
export function commentsNotification(input: CommentsNotificationInput): Mail {
  const { comments } = input;
  const count = countOf(comments);
  const customer = input.customerEmail ?? MESSAGES.mail.notProvided;
  const headline = `${count}.`;
  const message = `A customer is waiting for an answer, which we promise within ${COMPANY.replyWithinHours} hours. Customer: ${customer}.`;
  const [postId] = comments.postIds;
  const isOne = comments.postIds.length === 1 && postId !== undefined;
  const open = isOne ? "Open the post" : "Open the posts";
  const url = `${input.opsUrl}${isOne ? `${paths.post(postId)}#comments` : paths.customerContent(input.customerKey)}`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject: `${count}: ${customer}`,
    title: count,
    preview: message,
    kicker: "Comments",
    body: (
      <>
        <Headline>{headline}</Headline>
        <Paragraph>{message}</Paragraph>
        <Action href={url}>{open}</Action>
      </>
    ),
    paragraphs: [headline, message, `${open}: ${url}`],
    reason: `Sent to the team about customers. Request ${input.correlationId}.`,
    params: {
      to_email: input.to,
      subject: count,
      headline,
      message,
      link: url,
      code: "",
      note: "",
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
