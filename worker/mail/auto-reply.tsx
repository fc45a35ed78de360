import { Text } from "@react-email/text";
import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { type AutoReplyContent, autoReplyContent } from "./auto-reply-content.ts";
import { autoReplyParams } from "./enquiry-params.ts";
import { greeting } from "./greeting.ts";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { BASE, ruled, text } from "./theme.ts";
import { Action, Headline, Subheading } from "./typography.tsx";

export type AutoReplyInput = {
  siteUrl: string;
  correlationId: string;
};

const KICKERS: Record<FormType, string> = {
  contact: "Your message",
  "free-trial": "Free trial",
  demo: "Discovery call",
};

export function autoReplyMail(submission: { payload: StoredForm }, facts: AutoReplyInput): Mail {
  const form = submission.payload;
  const props: AutoReplyProps = {
    formType: form.form_type,
    siteUrl: facts.siteUrl,
    hello: greeting(form.first_name),
  };
  return {
    template: "auto-reply",
    to: form.email,
    replyTo: COMPANY.email,
    subject: autoReplyContent(form.form_type).subject,
    html: renderHtml(<AutoReply {...props} />),
    text: autoReplyText(props),
    params: autoReplyParams(form),
    correlationId: facts.correlationId,
  };
}

type AutoReplyProps = { formType: FormType; siteUrl: string; hello: string };

const NEXT = "What happens next";
const SIGNATURE = `The ${COMPANY.name} team`;

function AutoReply({ formType, hello, siteUrl }: AutoReplyProps) {
  const content = autoReplyContent(formType);
  return (
    <Layout
      title={content.subject}
      preview={content.message}
      kicker={KICKERS[formType]}
      siteUrl={siteUrl}
      reason={reasonFor(content, siteUrl)}
    >
      <Headline>{content.headline}</Headline>
      <Text {...text("ink", { ...BASE, fontSize: 18, lineHeight: "29px", margin: "20px 0 0" })}>
        {hello}
      </Text>
      <Text {...text("ink", { ...BASE, fontSize: 18, lineHeight: "29px", margin: "10px 0 0" })}>
        {content.message}
      </Text>
      <Subheading>{NEXT}</Subheading>
      <Steps steps={content.steps} />
      <Action href={siteUrl + content.link.path}>{content.link.label}</Action>
      <Text {...text("ink", { ...BASE, margin: "36px 0 0" })}>{SIGNATURE}</Text>
    </Layout>
  );
}

function Steps({ steps }: { steps: AutoReplyContent["steps"] }) {
  const { style } = ruled({ ...BASE, padding: "14px 0" });
  const number = text("tide", { ...style, width: 40, fontSize: 22, fontWeight: 700 });
  const body = text("ink", style);
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0}>
      <tbody>
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
      </tbody>
    </table>
  );
}

function autoReplyText({ formType, hello, siteUrl }: AutoReplyProps): string {
  const content = autoReplyContent(formType);
  return [
    hello,
    content.message,
    `${NEXT}:`,
    ...content.steps.map(({ when, what }, index) => `${index + 1}. ${when}\n   ${what}`),
    `${content.link.label}: ${siteUrl}${content.link.path}`,
    SIGNATURE,
    footerText(siteUrl, reasonFor(content, siteUrl)),
  ].join("\n\n");
}

function reasonFor(content: AutoReplyContent, siteUrl: string): string {
  return `You have this email because your address was entered in the ${content.form} on ${new URL(siteUrl).host}. If that was not you, you can ignore it.`;
}
