import { COMPANY } from "#contracts/company.ts";
import type { Mail, MailTemplate } from "../ports/mailer.ts";
import { type Block, toHtml, toParams, toText } from "./blocks.tsx";
import { footerText, Layout, renderHtml } from "./layout.tsx";

/** Who gets a mail, and of which site and request it is. */
export type MailReader = {
  to: string;
  siteUrl: string;
  correlationId: string;
  /** Ends such mails, for readers who never asked for them. */
  unsubscribeUrl?: string | undefined;
};

type MailParts = {
  /** The company by default. */
  replyTo?: string;
  subject: string;
  /** Title of the HTML document; the subject by default. */
  title?: string;
  /** Shown by inboxes after the subject; the message by default. */
  preview?: string;
  kicker: string;
  /** The mail leaves out a block that is `false`. */
  blocks: readonly (Block | false)[];
  /** Why the recipient gets this mail. */
  reason: string;
  thread?: string | undefined;
  /** Mails with values of their own name their template. */
  stored?: { template: MailTemplate; params: Mail["params"] };
};

/** Renders a mail as HTML, as plain text, and as the values of a stored template. */
export function composeMail(
  { to, siteUrl, correlationId, unsubscribeUrl }: MailReader,
  { replyTo = COMPANY.email, subject, title = subject, kicker, ...mail }: MailParts,
): Mail {
  const blocks = mail.blocks.filter((block) => block !== false);
  const { reason, thread, stored } = mail;
  const values = toParams(blocks);
  const preview = mail.preview ?? values.message.split("\n", 1)[0] ?? "";
  return {
    ...(stored ?? {
      template: "account",
      params: { to_email: to, subject, ...values },
    }),
    to,
    replyTo,
    subject,
    correlationId,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    ...(thread !== undefined && { thread }),
    html: renderHtml(
      <Layout title={title} preview={preview} kicker={kicker} siteUrl={siteUrl} reason={reason}>
        {toHtml(blocks)}
      </Layout>,
    ),
    text: [...toText(blocks), footerText(siteUrl, reason)].join("\n\n"),
  };
}
