import type { StoredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { type AutoReplyContent, autoReplyContent } from "./auto-reply-content.ts";
import { composeMail } from "./compose-mail.tsx";
import { autoReplyParams } from "./enquiry-params.ts";
import { greeting } from "./greeting.ts";
import { LayoutTable } from "./layout-table.tsx";
import type { Mail } from "./mailer.ts";
import { BASE, ruled, text } from "./theme.ts";
import { Action, Headline, Lead, Paragraph, Subheading } from "./typography.tsx";

export type AutoReplyInput = {
  siteUrl: string;
  correlationId: string;
};

const NEXT = "What happens next";
const SIGNATURE = `The ${COMPANY.name} team`;

export function autoReplyMail({ payload }: { payload: StoredForm }, input: AutoReplyInput): Mail {
  const content = autoReplyContent(payload.form_type);
  const hello = greeting(payload.first_name);
  const { siteUrl } = input;
  const linkUrl = siteUrl + content.link.path;
  return composeMail({
    template: "auto-reply",
    to: payload.email,
    replyTo: COMPANY.email,
    subject: content.subject,
    preview: content.message,
    kicker: content.kicker,
    body: (
      <>
        <Headline>{content.headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <Lead>{content.message}</Lead>
        <Subheading>{NEXT}</Subheading>
        <Steps steps={content.steps} />
        <Action href={linkUrl}>{content.link.label}</Action>
        <Paragraph marginTop={36}>{SIGNATURE}</Paragraph>
      </>
    ),
    paragraphs: [
      hello,
      content.message,
      `${NEXT}:`,
      ...content.steps.map(({ when, what }, index) => `${index + 1}. ${when}\n   ${what}`),
      `${content.link.label}: ${linkUrl}`,
      SIGNATURE,
    ],
    reason: `You’re getting this email because your address was entered in the ${content.form} on ${new URL(siteUrl).host}. If that wasn’t you, you can ignore it.`,
    params: autoReplyParams(payload),
    siteUrl,
    correlationId: input.correlationId,
  });
}

function Steps({ steps }: { steps: AutoReplyContent["steps"] }) {
  const { style } = ruled({ ...BASE, padding: "14px 0" });
  const number = text("tide", { ...style, width: 40, fontSize: 22, fontWeight: 700 });
  const body = text("ink", style);
  return (
    <LayoutTable>
      {steps.map(({ when, what }, index) => (
        <tr key={when}>
          <td valign="top" className={`${number.className} rule`} style={number.style}>
            {index + 1}
          </td>
          <td valign="top" className={`${body.className} rule`} style={body.style}>
            <strong>{when}</strong>
            <br />
            {what}
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}
