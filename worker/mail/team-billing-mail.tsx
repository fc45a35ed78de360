import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages.ts";
import {
  type BillingMailFacts,
  type Row,
  rowsOf,
  type SubscriptionWords,
  wordsOf,
} from "./billing-mail.tsx";
import { compileTemplate } from "./compile-template.ts";
import { FactRows } from "./fact-rows.tsx";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type TeamBillingFacts = Pick<
  BillingMailFacts,
  "to" | "subscription" | "siteUrl" | "correlationId"
> & {
  kind: "sale" | "duplicate";
  /** The customer's address; null where the provider has none. */
  buyer: string | null;
  opsUrl: string;
  eventId: string;
};

const TEAM_CONTENT = {
  sale: {
    subject: "New customer",
    headline: "A new customer.",
    message: `Contact them within ${COMPANY.replyWithinHours} hours: that is what we promise after a payment.`,
  },
  duplicate: {
    subject: "Second subscription refunded",
    headline: "Somebody paid twice.",
    message:
      "Their second subscription is being ended and refunded by itself. Please see whether they meant to change their plan.",
  },
} as const;

/** Tells the team of a customer. Replying answers them. */
export function teamBillingMail(facts: TeamBillingFacts): Mail {
  const content = TEAM_CONTENT[facts.kind];
  const words = wordsOf(facts.subscription);
  const subject = words.plan === "" ? content.subject : `${content.subject}: ${words.plan}`;
  const props: TeamBillingProps = {
    kind: facts.kind,
    siteUrl: facts.siteUrl,
    buyer: facts.buyer ?? MESSAGES.mail.notProvided,
    eventUrl: `${facts.opsUrl}/ops/events/${encodeURIComponent(facts.eventId)}`,
    correlationId: facts.correlationId,
    ...words,
  };
  return {
    template: "account",
    to: facts.to,
    replyTo: facts.buyer ?? COMPANY.email,
    subject,
    html: teamBillingHtml(props),
    text: teamBillingText(props),
    params: {
      to_email: facts.to,
      subject,
      headline: content.headline,
      message: [content.message, ...teamRows(props).map(toLine)].join("\n"),
      link: props.eventUrl,
      code: "",
      note: "",
    },
    correlationId: facts.correlationId,
  };
}

type TeamBillingProps = SubscriptionWords & {
  kind: "sale" | "duplicate";
  siteUrl: string;
  buyer: string;
  eventUrl: string;
  correlationId: string;
};

const teamBillingHtml = compileTemplate<TeamBillingProps>(
  TeamBillingMail,
  (name, value) => name === "kind" || name === "siteUrl" || value === "",
);

const OPEN_EVENT = "Open this event";

function TeamBillingMail(props: TeamBillingProps) {
  const content = TEAM_CONTENT[props.kind];
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
      <FactRows rows={teamRows(props)} />
      <Action href={props.eventUrl}>{OPEN_EVENT}</Action>
    </Layout>
  );
}

function teamRows(props: TeamBillingProps): Row[] {
  return [{ label: "Customer", value: props.buyer }, ...rowsOf({ date: "Period ends" }, props)];
}

function toLine({ label, value }: Row): string {
  return `${label}: ${value}`;
}

function teamBillingText(props: TeamBillingProps): string {
  const content = TEAM_CONTENT[props.kind];
  return [
    content.headline,
    content.message,
    teamRows(props).map(toLine).join("\n"),
    `${OPEN_EVENT}: ${props.eventUrl}`,
    footerText(props.siteUrl, teamReason(props)),
  ].join("\n\n");
}

function teamReason({ correlationId }: Pick<TeamBillingProps, "correlationId">): string {
  return `Sent to the team about new customers. Request ${correlationId}.`;
}
