import { Text } from "@react-email/text";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
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

export type SubscriptionWords = {
  /** Empty where there is none. */
  plan: string;
  addons: string;
  amount: string;
  date: string;
};

type BillingMailProps = SubscriptionWords & {
  kind: BillingMailKind;
  siteUrl: string;
  hello: string;
};

/** What a subscription is, in words. */
export function wordsOf({
  priceIds,
  amountPence,
  periodEnd,
}: BillingMailFacts["subscription"]): SubscriptionWords {
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

export type Row = { label: string; value: string };

/** What a subscription is, one fact a line, without those that there are not. */
export function rowsOf(
  content: Pick<BillingContent, "date">,
  { plan, addons, amount, date }: SubscriptionWords,
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
