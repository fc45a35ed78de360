import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { billingContent, type BillingMailKind } from "./billing-content.ts";
import {
  type BillingFacts,
  type BillingLabels,
  detailRows,
  toLine,
  billingLabels,
} from "./billing-labels.ts";
import { DetailRows } from "./detail-rows.tsx";
import { greeting } from "./greeting.ts";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type BillingMailInput = {
  kind: BillingMailKind;
  to: string;
  firstName: string | null;
  about: BillingFacts;
  siteUrl: string;
  correlationId: string;
};

export function billingMail(facts: BillingMailInput): Mail {
  const { kind, siteUrl } = facts;
  const content = billingContent(kind);
  const props: BillingMailProps = {
    kind,
    siteUrl,
    hello: greeting(facts.firstName ?? ""),
    ...billingLabels(facts.about),
  };
  return {
    template: "account",
    to: facts.to,
    replyTo: COMPANY.email,
    subject: content.subject,
    html: renderHtml(<BillingMail {...props} />),
    text: billingText(props),
    params: {
      to_email: facts.to,
      subject: content.subject,
      headline: content.headline,
      message: [content.message, ...linesOf(props), ...content.steps].join("\n"),
      link: siteUrl + content.action.path,
      code: "",
      note: content.note,
    },
    correlationId: facts.correlationId,
  };
}

type BillingMailProps = BillingLabels & {
  kind: BillingMailKind;
  siteUrl: string;
  hello: string;
};

function BillingMail(props: BillingMailProps) {
  const { kind, siteUrl, hello } = props;
  const content = billingContent(kind);
  const paragraph = { ...BASE, fontSize: 18, lineHeight: "29px", margin: "10px 0 0" };
  return (
    <Layout
      title={content.subject}
      preview={content.message}
      kicker={content.kicker}
      siteUrl={siteUrl}
      reason={reasonFor(siteUrl)}
    >
      <Headline>{content.headline}</Headline>
      <Text {...text("ink", { ...paragraph, margin: "20px 0 0" })}>{hello}</Text>
      <Text {...text("ink", paragraph)}>{content.message}</Text>
      <DetailRows rows={detailRows(content.facts, props)} />
      {content.steps.map((step) => (
        <Text key={step} {...text("ink", { ...BASE, margin: "14px 0 0" })}>
          {step}
        </Text>
      ))}
      <Action href={siteUrl + content.action.path}>{content.action.label}</Action>
      <Text {...text("ink", { ...BASE, margin: "20px 0 0" })}>{content.note}</Text>
    </Layout>
  );
}

function linesOf(props: BillingMailProps): string[] {
  return detailRows(billingContent(props.kind).facts, props).map(toLine);
}

function billingText(props: BillingMailProps): string {
  const content = billingContent(props.kind);
  return [
    props.hello,
    content.message,
    linesOf(props).join("\n"),
    ...content.steps,
    `${content.action.label}:\n${props.siteUrl}${content.action.path}`,
    content.note,
    footerText(props.siteUrl, reasonFor(props.siteUrl)),
  ].join("\n\n");
}

function reasonFor(siteUrl: string): string {
  return `You have this email because of your subscription on ${new URL(siteUrl).host}.`;
}
