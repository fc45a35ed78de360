import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import { actionMail, KEEP_LINK, POSTS_REASON } from "./action-mail.tsx";
import { greeting, isCompanyName } from "./greeting.ts";
import type { Mail } from "./mailer.ts";

export type ApprovalMailInput = {
  to: string;
  /** First name of the owner, or name of the approver. */
  name: string | null;
  isOwner: boolean;
  hasCalendar: boolean;
  /** The owner's. */
  accountManager: AccountManager | null;
  /** Serves the photo. */
  apiUrl: string;
  businessName: string | null;
  /** Posts that wait for a decision, 1 or more. */
  waiting: number;
  token: string;
  siteUrl: string;
  correlationId: string;
};

/** Asks the owner or an approver to decide about posts, without their texts. */
export function approvalMail(input: ApprovalMailInput): Mail {
  const waits = input.waiting === 1 ? "1 post is waiting" : `${input.waiting} posts are waiting`;
  const subject = `${waits} for your approval`;
  const headline = `${subject}.`;
  const hello = greeting(input.name?.split(" ")[0] ?? "");
  const business =
    input.businessName !== null && isCompanyName(input.businessName)
      ? input.businessName
      : "a business";
  const message = input.isOwner
    ? "We’ve made something for you. Approve each post, or tell us briefly what to change. Nothing goes live without your yes."
    : `You can approve posts for ${business}. Approve each post, or tell us briefly what to change. Nothing goes live without a yes.`;
  const open = input.waiting === 1 ? "See the post" : "See the posts";
  // The part after `#` reaches no server log.
  const url = `${input.siteUrl}/review#${input.token}`;
  const calendar = `All your posts are in your calendar: ${input.siteUrl}/calendar`;
  const note = [KEEP_LINK, ...(input.hasCalendar ? [calendar] : [])].join(" ");
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
    reason: input.isOwner
      ? POSTS_REASON
      : `You’re getting this email because ${business} added you as an approver at ${COMPANY.name}. Reply to be removed.`,
    accountManager: input.accountManager,
    apiUrl: input.apiUrl,
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
