import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { BillingMailInput } from "./billing-mail.tsx";
import {
  type BillingLabels,
  type Row,
  detailRows,
  toLine,
  billingLabels,
} from "./billing-labels.ts";
import { DetailRows } from "./detail-rows.tsx";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { teamBillingContent, type TeamBillingMailKind } from "./team-billing-content.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type TeamBillingInput = Pick<
  BillingMailInput,
  "to" | "about" | "siteUrl" | "correlationId"
> & {
  kind: TeamBillingMailKind;
  buyer: string | null;
  isErased: boolean;
  opsUrl: string;
  eventId: string;
};

export function teamBillingMail(facts: TeamBillingInput): Mail {
  const content = teamBillingContent(facts.kind);
  const words = billingLabels(facts.about);
  const named = "priceIds" in facts.about ? words.plan : words.amount;
  const subject = named === "" ? content.subject : `${content.subject}: ${named}`;
  const props: TeamBillingProps = {
    kind: facts.kind,
    siteUrl: facts.siteUrl,
    buyer: facts.buyer ?? MESSAGES.mail[facts.isErased ? "erased" : "notProvided"],
    answer: facts.buyer === null ? "" : "Replying to this email answers the customer.",
    eventUrl: `${facts.opsUrl}/ops/events/${encodeURIComponent(facts.eventId)}`,
    correlationId: facts.correlationId,
    ...words,
  };
  return {
    template: "account",
    to: facts.to,
    replyTo: facts.buyer ?? COMPANY.email,
    subject,
    html: renderHtml(<TeamBillingMail {...props} />),
    text: teamBillingText(props),
    params: {
      to_email: facts.to,
      subject,
      headline: content.headline,
      message: [content.message, ...teamRows(props).map(toLine), ...content.steps].join("\n"),
      link: props.eventUrl,
      code: "",
      note: props.answer,
    },
    correlationId: facts.correlationId,
  };
}

type TeamBillingProps = BillingLabels & {
  kind: TeamBillingMailKind;
  siteUrl: string;
  buyer: string;
  answer: string;
  eventUrl: string;
  correlationId: string;
};

const OPEN_EVENT = "Open this event";

function TeamBillingMail(props: TeamBillingProps) {
  const content = teamBillingContent(props.kind);
  return (
    <Layout
      title={content.subject}
      preview={content.message}
      kicker={content.subject}
      siteUrl={props.siteUrl}
      reason={teamReason(props)}
    >
      <Headline>{content.headline}</Headline>
      <Text {...text("ink", { ...BASE, margin: "20px 0 0" })}>{content.message}</Text>
      <DetailRows rows={teamRows(props)} />
      {content.steps.map((step) => (
        <Text key={step} {...text("ink", { ...BASE, margin: "14px 0 0" })}>
          {step}
        </Text>
      ))}
      <Action href={props.eventUrl}>{OPEN_EVENT}</Action>
      {props.answer !== "" && (
        <Text {...text("ink", { ...BASE, margin: "20px 0 0" })}>{props.answer}</Text>
      )}
    </Layout>
  );
}

function teamRows(props: TeamBillingProps): Row[] {
  return [
    { label: "Customer", value: props.buyer },
    ...detailRows(teamBillingContent(props.kind).facts, props),
  ];
}

function teamBillingText(props: TeamBillingProps): string {
  const content = teamBillingContent(props.kind);
  return [
    content.headline,
    content.message,
    teamRows(props).map(toLine).join("\n"),
    ...content.steps,
    `${OPEN_EVENT}: ${props.eventUrl}`,
    ...(props.answer === "" ? [] : [props.answer]),
    footerText(props.siteUrl, teamReason(props)),
  ].join("\n\n");
}

function teamReason({ correlationId }: Pick<TeamBillingProps, "correlationId">): string {
  return `Sent to the team about customers. Request ${correlationId}.`;
}
