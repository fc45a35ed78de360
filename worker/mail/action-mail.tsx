import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import { ManagerNote, managerLine } from "./account-manager.tsx";
import { composeMail } from "./compose-mail.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export const KEEP_LINK = "Keep this link to yourself: anyone with this email can decide with it.";
export const POSTS_REASON = `You’re getting this email because we make posts for you at ${COMPANY.name}.`;

type ActionMailInput = {
  to: string;
  subject: string;
  kicker: string;
  headline: string;
  hello: string;
  message: string;
  /** Label of the button. */
  open: string;
  url: string;
  note: string;
  /** Named below the note; not to approvers. */
  accountManager: AccountManager | null;
  apiUrl: string;
  reason: string;
  siteUrl: string;
  correlationId: string;
};

/** An email that asks its reader to open one page. */
export function actionMail({
  headline,
  hello,
  message,
  open,
  url,
  note,
  accountManager,
  apiUrl,
  ...input
}: ActionMailInput): Mail {
  const { to, subject } = input;
  const lines = accountManager === null ? [] : [managerLine(accountManager)];
  return composeMail({
    ...input,
    template: "account",
    replyTo: COMPANY.email,
    preview: message,
    body: (
      <>
        <Headline>{headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <Lead>{message}</Lead>
        <Action href={url}>{open}</Action>
        <Paragraph marginTop={28}>{note}</Paragraph>
        {accountManager !== null && <ManagerNote manager={accountManager} apiUrl={apiUrl} />}
      </>
    ),
    paragraphs: [headline, hello, message, `${open}:\n${url}`, note, ...lines],
    params: {
      to_email: to,
      subject,
      headline,
      message,
      link: url,
      code: "",
      note: [note, ...lines].join(" "),
    },
  });
}
