import { COMPANY } from "#contracts/company.ts";
import { counted } from "#contracts/counted.ts";
import type { Mail } from "../ports/mailer.ts";
import { actionMail, type ActionMailReader, KEEP_LINK, POSTS_REASON } from "./action-mail.ts";
import { isCompanyName } from "./greeting.ts";

export type ApprovalMailInput = Omit<ActionMailReader, "firstName"> & {
  /** First name of the owner, or name of the approver. */
  name: string | null;
  isOwner: boolean;
  hasCalendar: boolean;
  businessName: string | null;
  /** Posts that wait for a decision, 1 or more. */
  waiting: number;
  token: string;
};

/** Asks the owner or an approver to decide about posts, without their texts. */
export function approvalMail(input: ApprovalMailInput): Mail {
  const { name, isOwner, hasCalendar, businessName, waiting, token, siteUrl } = input;
  const subject = `${counted(waiting, "post is", "posts are")} waiting for your approval`;
  const business =
    businessName !== null && isCompanyName(businessName) ? businessName : "a business";
  const calendar = `All your posts are in your calendar: ${siteUrl}/calendar`;
  return actionMail(
    { ...input, firstName: name?.split(" ")[0] ?? null },
    {
      subject,
      kicker: "Your posts",
      headline: `${subject}.`,
      message: isOwner
        ? "We’ve made something for you. Approve each post, or tell us briefly what to change. Nothing goes live without your yes."
        : `You can approve posts for ${business}. Approve each post, or tell us briefly what to change. Nothing goes live without a yes.`,
      action: {
        label: waiting === 1 ? "See the post" : "See the posts",
        // The part after `#` reaches no server log.
        url: `${siteUrl}/review#${token}`,
      },
      note: [KEEP_LINK, ...(hasCalendar ? [calendar] : [])].join(" "),
      reason: isOwner
        ? POSTS_REASON
        : `You’re getting this email because ${business} added you as an approver at ${COMPANY.name}. Reply to be removed.`,
    },
  );
}
