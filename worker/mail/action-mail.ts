import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import type { Mail } from "../ports/mailer.ts";
import type { Block } from "./blocks.tsx";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";

export const KEEP_LINK = "Keep this link to yourself: anyone with this email can decide with it.";
const PLAIN_WAY = "No JavaScript? Decide on a plain page";
export const POSTS_REASON = `You’re getting this email because we make posts for you at ${COMPANY.name}.`;

export const seePosts = ({ length }: readonly unknown[]) =>
  length === 1 ? "See the post" : "See the posts";

export type ActionMailReader = MailReader & {
  firstName: string | null;
  /** Named above the note; not to approvers. */
  accountManager: AccountManager | null;
  /** Serves the photo. */
  apiUrl: string;
};

type ActionMailInput = {
  subject: string;
  kicker: string;
  headline: string;
  message: string;
  /** Between the message and the button. */
  details?: readonly Block[];
  action: { label: string; url: string };
  /** It is that of the approval link that the action opens: the page without scripts takes it, too. */
  token?: string | undefined;
  note?: string;
  reason?: string;
};

/** A mail that asks its reader to open one page. */
export const actionMail = (
  { firstName, accountManager, apiUrl, ...reader }: ActionMailReader,
  {
    headline,
    message,
    details = [],
    action,
    token,
    note,
    reason = POSTS_REASON,
    ...mail
  }: ActionMailInput,
): Mail =>
  composeMail(reader, {
    ...mail,
    reason,
    blocks: [
      { headline },
      { hello: greeting(firstName ?? "") },
      { lead: message },
      ...details,
      { action },
      token !== undefined && {
        link: { label: PLAIN_WAY, url: `${apiUrl}/review?token=${token}` },
      },
      note !== undefined && { note },
      accountManager !== null && { manager: { ...accountManager, apiUrl } },
    ],
  });
