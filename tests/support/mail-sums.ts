import type { Stripe } from "stripe";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatBritishDate } from "../../worker/mail/british-time.ts";

export type SentMail = {
  readonly kind: string;
  readonly event: DomainEvent;
  readonly text: string;
  /** Unix seconds of the account at Stripe. */
  readonly at: number;
};

type AtStripe = {
  readonly invoices: readonly Stripe.Invoice[];
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly refunds: readonly Stripe.Refund[];
};

/** `pence` is Stripe's; undefined if Stripe has no such sum. */
type Comparison = {
  readonly mail: SentMail;
  readonly label: string;
  readonly sum: string;
  readonly pence: number | undefined;
};

const OFFER_PAYMENTS = 3;
const COMING = new Set([
  "Next payment",
  "After that",
  "To be paid",
  "At the new price",
  "Next 3 payments",
  "Without the offer",
]);
/** Labels of the very next payment. */
const NEXT = new Set(["Next payment", "To be paid", "Next 3 payments"]);
const PAST = new Set(["To pay", "Pay", "Refunded"]);
const DUNNING = new Set(["payment-failed", "payment-reminder", "payment-last-reminder", "unpaid"]);

/**
 * Compares each sum of each mail with Stripe's invoices. Sums to come hold for all renewals until the subscription's next
 * mail that has such sums.
 *
 * @returns what differs, and how many sums of each label were compared
 */
export function compareSums(mails: readonly SentMail[], atStripe: AtStripe) {
  const announcing = mails.filter(({ text }) =>
    rowsOf(text).some(({ label }) => COMING.has(label)),
  );
  const bySubscription = Map.groupBy(announcing, subscriptionOf);
  const comparisons = [
    ...mails.flatMap((mail) =>
      compareMail(mail, atStripe, bySubscription.get(subscriptionOf(mail))),
    ),
    ...[...bySubscription].flatMap(([id, own]) => compareRenewals(own, invoicesOf(atStripe, id))),
  ];
  return {
    differences: comparisons.flatMap(differenceOf),
    compared: countBy(comparisons, ({ label }) => label),
  };
}

/** As `compareSums`, but only what is to be paid now and what came back: what comes may change by hand after any mail. */
export function comparePastSums(mails: readonly SentMail[], atStripe: AtStripe): string[] {
  return mails.flatMap((mail) =>
    compareMail(mail, atStripe).flatMap((one) => (PAST.has(one.label) ? differenceOf(one) : [])),
  );
}

/** The next payment as a mail tells it, such as `£175.00`; null for a mail that tells none. */
export function nextPaymentIn({ text }: SentMail): string | null {
  const row = rowsOf(text).find(({ label }) => NEXT.has(label));
  return row?.sums[0] ?? null;
}

/** Lists dunning mails about a payment that had arrived, or that the end of the subscription made void. */
export function listNeedlessDunning(mails: readonly SentMail[], atStripe: AtStripe): string[] {
  return mails.flatMap((mail) => {
    if (!DUNNING.has(mail.kind)) return [];
    const { ended_at: endedAt } =
      atStripe.subscriptions.find(({ id }) => id === subscriptionOf(mail)) ?? {};
    const { paid_at: paidAt, voided_at: voidedAt } =
      orderOf(mail, atStripe)?.status_transitions ?? {};
    const isNeedless = [endedAt, paidAt, voidedAt].some((end) => end != null && end < mail.at);
    return isNeedless ? [`${mail.kind} of ${dayOf(mail.at)} to ${subscriptionOf(mail)}`] : [];
  });
}

export function countBy<T>(items: readonly T[], keyOf: (item: T) => string) {
  const counts = [...Map.groupBy(items, keyOf)].map(([key, all]) => [key, all.length] as const);
  return Object.fromEntries(counts);
}

function differenceOf({ mail, label, sum, pence }: Comparison): string[] {
  const expected = pence === undefined ? "no sum" : formatGbp(pence);
  return sum === expected
    ? []
    : [`${mail.kind} of ${dayOf(mail.at)}: ${label} ${sum}, at Stripe ${expected}`];
}

function compareMail(
  mail: SentMail,
  atStripe: AtStripe,
  announcing: readonly SentMail[] = [],
): Comparison[] {
  const invoices = invoicesOf(atStripe, subscriptionOf(mail));
  const order = orderOf(mail, atStripe);
  const penceOf = (label: string, sum: string): number | undefined => {
    switch (label) {
      case "Paid":
        return invoices.find(({ number }) => number === orderNumberOf(mail))?.amount_paid;
      case "To pay":
      case "Pay":
        return order?.amount_due;
      case "Last time":
        return invoices.findLast((one) => one.created <= mail.at && isPeriod(one))?.amount_due;
      case "You save":
        return savedPence(mail, invoices);
      case "Refunded":
        return refundsOf(atStripe, order).find(({ amount }) => formatGbp(amount) === sum)?.amount;
      default:
        return undefined;
    }
  };
  // A price announced later changes what the offer saves.
  const isRepriced = announcing.some(({ kind, at }) => kind === "price-change" && at > mail.at);
  return rowsOf(mail.text).flatMap(({ label, sums: [sum = ""] }) =>
    COMING.has(label) || (label === "You save" && isRepriced)
      ? []
      : [{ mail, label, sum, pence: penceOf(label, sum) }],
  );
}

function compareRenewals(
  mails: readonly SentMail[],
  invoices: readonly Stripe.Invoice[],
): Comparison[] {
  const renewals = invoices.filter(({ billing_reason: reason }) => reason === "subscription_cycle");
  return mails.flatMap((mail, index) => {
    const until = mails.slice(index + 1).find(({ at }) => at > mail.at)?.at ?? Infinity;
    const sumOf = readSumsToCome(mail.text);
    return renewals
      .filter(({ created }) => created > mail.at && created <= until)
      .map(({ created, amount_due: pence }, count) => {
        return { mail, label: "renewal", sum: sumOf(count, created), pence };
      });
  });
}

const isPeriod = ({ billing_reason: reason }: Stripe.Invoice) =>
  reason === "subscription_cycle" || reason === "subscription_create";

function subscriptionOf({ event: { data } }: SentMail): string {
  return ("subscriptionId" in data ? data.subscriptionId : null) ?? "";
}

function orderOf({ event: { data } }: SentMail, { invoices }: AtStripe) {
  return "orderId" in data ? invoices.find(({ id }) => id === data.orderId) : undefined;
}

function orderNumberOf({ event: { data } }: SentMail): string | null {
  return "orderNumber" in data ? data.orderNumber : null;
}

function invoicesOf({ invoices }: AtStripe, subscriptionId: string): Stripe.Invoice[] {
  return invoices
    .filter(({ parent }) => parent?.subscription_details?.subscription === subscriptionId)
    .toSorted((a, b) => a.created - b.created);
}

function refundsOf({ refunds }: AtStripe, order: Stripe.Invoice | undefined): Stripe.Refund[] {
  const intents = order?.payments?.data.map(({ payment }) => payment.payment_intent);
  return refunds.filter(({ payment_intent: intent }) => intents?.includes(intent ?? undefined));
}

const SUM = /£[\d,]+\.\d\d/g;

/** Each line with a sum; the button's `Pay £175.00 now` is one. */
function rowsOf(text: string): { label: string; value: string; sums: string[] }[] {
  return text
    .split("\n")
    .filter((line) => line.includes("£"))
    .map((line) => {
      const button = /^(Pay) (£.*) now:$/.exec(line);
      const [, label = line, value = line] = button ?? /^([^:]{1,30}): (.*)$/.exec(line) ?? [];
      return { label, value, sums: value.match(SUM) ?? [] };
    });
}

/** What the next payments would cost more than Stripe's invoices without the offer. */
function savedPence({ text, at }: SentMail, invoices: readonly Stripe.Invoice[]): number {
  const row = rowsOf(text).find(({ label }) => label === "Without the offer");
  const paid = invoices
    .filter(({ created }) => created > at)
    .slice(0, OFFER_PAYMENTS)
    .reduce((sum, { amount_due: pence }) => sum + pence, 0);
  const regular = Array.from({ length: OFFER_PAYMENTS }, (_, index) =>
    Number((row?.sums[index] ?? row?.sums[0])?.replaceAll(/\D/g, "")),
  );
  return regular.reduce((sum, pence) => sum + pence, 0) - paid;
}

/** @returns the sum of a renewal, by its count since the mail and its time in unix seconds */
function readSumsToCome(text: string): (count: number, at: number) => string {
  const rows = new Map(rowsOf(text).map(({ label, ...row }) => [label, row]));
  const newPriceStarts = /^From: (.*)$/m.exec(text)?.[1];
  const steps = [
    ...stepsIn(rows.get("Next payment")?.value),
    ...stepsIn(rows.get("To be paid")?.value),
    ...stepsIn(rows.get("After that")?.value),
    ...stepsIn(rows.get("At the new price")?.value, newPriceStarts),
  ];
  const reduced = rows.get("Next 3 payments")?.sums ?? [];
  const regular = rows.get("Without the offer")?.sums.at(-1);
  return (count, at) => {
    if (regular === undefined) return steps.findLast(({ from }) => from <= at)?.sum ?? "no sum";
    return count < OFFER_PAYMENTS ? (reduced[count] ?? reduced[0] ?? "no sum") : regular;
  };
}

/** Reads `£122.50 on 20 December 2026` and `£175.00 from 20 March 2027, …`. */
function stepsIn(value: string | undefined, day?: string): { from: number; sum: string }[] {
  const found = value?.matchAll(/(£[\d,]+\.\d\d)(?: (?:on|from) (\d+ \w+ \d{4}))?/g) ?? [];
  return [...found].map(([, sum = "", given = day]) => ({
    sum,
    from: given === undefined ? 0 : Date.parse(`${given} UTC`) / 1_000,
  }));
}

function dayOf(seconds: number): string {
  return formatBritishDate(new Date(seconds * 1_000).toISOString());
}
