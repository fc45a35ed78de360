import { Text } from "@react-email/text";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import { MESSAGES } from "#contracts/messages.ts";
import { formatGbp } from "#contracts/money.ts";
import { type BillingContent, billingContent, type BillingMailKind } from "./billing-content.ts";
import { formatBritishDate } from "./british-time.ts";
import { compileTemplate } from "./compile-template.ts";
import { FactRows } from "./fact-rows.tsx";
import { greeting } from "./greeting.ts";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type BillingMailFacts = {
  kind: BillingMailKind;
  to: string;
  firstName: string | null;
  subscription: Pick<SubscriptionFacts, "priceIds" | "amountPence" | "periodEnd">;
  /** The site's origin, without a slash at the end. */
  siteUrl: string;
  correlationId: string;
};

/** Tells a customer what became of their subscription. */
export function billingMail(facts: BillingMailFacts): Mail {
  const { kind, siteUrl } = facts;
  const content = billingContent(kind);
  const props: BillingMailProps = {
    kind,
    siteUrl,
    hello: greeting(facts.firstName ?? ""),
    ...wordsOf(facts.subscription),
  };
  return {
    template: "account",
    to: facts.to,
    replyTo: COMPANY.email,
    subject: content.subject,
    html: billingHtml(props),
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

type BillingMailProps = {
  kind: BillingMailKind;
  siteUrl: string;
  hello: string;
  /** Empty where there is none. */
  plan: string;
  addons: string;
  amount: string;
  date: string;
};

/** What a subscription is, in words. */
export function wordsOf({
  priceIds,
  amountPence,
  periodEnd,
}: BillingMailFacts["subscription"]): Pick<
  BillingMailProps,
  "plan" | "addons" | "amount" | "date"
> {
  const items = priceIds.flatMap((name) => FOR_SALE.filter((item) => item.priceId === name));
  const namesOf = (category: "main" | "addon") =>
    items
      .filter((item) => item.category === category)
      .map((item) => item.name)
      .join(", ");
  return {
    plan: namesOf("main"),
    addons: namesOf("addon"),
    amount: formatGbp(amountPence),
    date: periodEnd === null ? "" : formatBritishDate(periodEnd),
  };
}

/** What the template shows for a value that is not there is another template. */
const billingHtml = compileTemplate<BillingMailProps>(
  BillingMail,
  (name, value) => name === "kind" || name === "siteUrl" || value === "",
);

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
      <FactRows rows={rowsOf(content, props)} />
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

type Row = { label: string; value: string };

function rowsOf(
  content: Pick<BillingContent, "date">,
  { plan, addons, amount, date }: Omit<BillingMailProps, "kind" | "siteUrl" | "hello">,
): Row[] {
  return [
    { label: "Plan", value: plan },
    { label: "Add-ons", value: addons },
    { label: "Per month", value: amount },
    ...(content.date === null ? [] : [{ label: content.date, value: date }]),
  ].filter(({ value }) => value !== "");
}

function linesOf(props: BillingMailProps): string[] {
  return rowsOf(billingContent(props.kind), props).map(({ label, value }) => `${label}: ${value}`);
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
  return `You have this email because you pay for a subscription on ${new URL(siteUrl).host}.`;
}

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

type TeamBillingProps = Omit<BillingMailProps, "kind" | "hello"> & {
  kind: "sale" | "duplicate";
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
