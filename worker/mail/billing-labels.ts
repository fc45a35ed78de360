import { cardName } from "#contracts/billing/card-name.ts";
import { itemNames, toldPriceId } from "#contracts/billing/item-names.ts";
import { catalogueItemOf, CURRENCY } from "#contracts/catalogue.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import { collectionText } from "#contracts/messages/payments.ts";
import { formatGbp, formatMoney } from "#contracts/money.ts";
import { formatBritishDate } from "./british-time.ts";

type Added<
  T extends
    | "CheckoutCompleted"
    | "RetentionApplied"
    | "SubscriptionCancelled"
    | "SubscriptionChangeScheduled",
> = Omit<EventOf<T>["data"], keyof SubscriptionFacts>;

type AboutSubscription = Pick<
  SubscriptionFacts,
  | "subscriptionId"
  | "priceIds"
  | "payments"
  | "periodEnd"
  | "collection"
  | "pausedUntil"
  | "isInvoiced"
  | "currency"
> &
  Partial<Pick<EventOf<"PaymentFailed">["data"], "duePence" | "orderNumber">> &
  Partial<Pick<EventOf<"RenewalAnnounced">["data"], "lastPence">> &
  Partial<Pick<EventOf<"PriceChangeAnnounced">["data"], "startsAt">> &
  Partial<Omit<Added<"CheckoutCompleted">, "consentedCheckoutId">> &
  Partial<Added<"RetentionApplied">> &
  Partial<Pick<Added<"SubscriptionCancelled">, "bookedPriceIds" | "isPaidLonger">> &
  Partial<Added<"SubscriptionChangeScheduled">> &
  Partial<Pick<EventOf<"SubscriptionChanged">["data"], "earlierPriceIds">> &
  Partial<Pick<EventOf<"UpgradeLapsed">["data"], "lapsedPriceIds">> &
  Partial<Pick<EventOf<"SubscriptionRequestRejected">["data"], "request">>;

type AboutRefund =
  | Pick<RefundFacts, "orderId" | "orderNumber" | "amountPence" | "currency">
  | (Pick<RefundRequestFacts, "refundRequestId" | "amountPence" | "currency"> & {
      reason?: string | null;
    });

export type BillingFacts = AboutSubscription | AboutRefund;

const EMPTY = {
  subscriptionId: "",
  plan: "",
  addons: "",
  amount: "",
  next: "",
  afterNext: "",
  paid: "",
  /** When an open order is due. */
  due: "",
  last: "",
  starts: "",
  card: "",
  date: "",
  regular: "",
  reduced: "",
  saving: "",
  earlier: "",
  now: "",
  later: "",
  laterDate: "",
  /** The change that a cancellation removes. */
  booked: "",
  /** A part that is paid for longer than the subscription runs. */
  paidLonger: "",
  lost: "",
  resumed: "",
  refused: "",
  reference: "",
  reason: "",
};
export type BillingLabels = typeof EMPTY;

/** Labels, each with the field that has its value. */
export type DetailLines = Readonly<Record<string, keyof BillingLabels>>;

export const SUBSCRIPTION_LINES: DetailLines = { Plan: "plan", "Add-ons": "addons" };

export const PAYMENT_LINES: DetailLines = { "Next payment": "next", "After that": "afterNext" };

const REQUEST_LABELS = {
  discount: "Discount for staying",
  cancellation: "The cancellation",
  resumption: "Undoing the cancellation",
} as const;

export function billingLabels(
  facts: BillingFacts,
  card: { brand: string; last4: string | null } | null = null,
): BillingLabels {
  if (!("priceIds" in facts)) {
    const amount = formatMoney(facts.amountPence, facts.currency);
    if ("orderId" in facts) {
      return { ...EMPTY, amount, reference: facts.orderNumber ?? facts.orderId };
    }
    const { refundRequestId: reference, reason } = facts;
    return { ...EMPTY, amount, reference, reason: reason ?? "" };
  }
  const { priceIds, periodEnd, paidPence, reduced } = facts;
  const { at, request } = facts;
  const laterPriceIds = facts.scheduledPriceIds ?? facts.lapsedPriceIds;
  // Without a plan, an ads plan is the subscription.
  const plan = priceIds.find((item) => catalogueItemOf(toldPriceId(item))?.category !== "addon");
  return {
    ...EMPTY,
    subscriptionId: facts.subscriptionId,
    plan: itemNames(plan === undefined ? [] : [plan]),
    addons: itemNames(priceIds.filter((item) => item !== plan)),
    ...paymentLabels(facts),
    date: dateLabel(periodEnd),
    paid: paidPence === 0 ? "" : sumLabel(paidPence, facts),
    reference: facts.orderNumber ?? "",
    due: sumLabel(facts.duePence, facts),
    last: sumLabel(facts.lastPence, facts),
    starts: dateLabel(facts.startsAt ?? null),
    card: cardName(card?.brand ?? null, card?.last4 ?? null) ?? "",
    ...(facts.earlierPriceIds !== undefined && { earlier: itemNames(facts.earlierPriceIds) }),
    ...(reduced !== undefined && offerLabels(reduced)),
    ...(laterPriceIds !== undefined && {
      now: itemNames(priceIds),
      later: itemNames(laterPriceIds),
      laterDate: dateLabel(at ?? null),
    }),
    booked: itemNames(facts.bookedPriceIds ?? []),
    paidLonger: facts.isPaidLonger === true ? "settle it with the customer" : "",
    lost: itemNames(facts.lostPriceIds ?? []),
    ...(facts.resumes === true && { resumed: "taken back" }),
    ...(request !== undefined && { refused: REQUEST_LABELS[request] }),
  };
}

function sumLabel(
  pence: number | null | undefined,
  { currency = CURRENCY }: Pick<AboutSubscription, "currency">,
): string {
  return pence == null || currency === null ? "" : formatMoney(pence, currency);
}

function paymentLabels({
  payments: [next, ...later],
  collection = "usual",
  pausedUntil = null,
  isInvoiced = false,
}: Pick<AboutSubscription, "payments" | "collection" | "pausedUntil" | "isInvoiced">): Pick<
  BillingLabels,
  "next" | "afterNext"
> {
  const sum = next === undefined ? "" : `${formatGbp(next.pence)} on ${formatBritishDate(next.at)}`;
  const text = collectionText(collection, {
    pausedUntil: pausedUntil === null ? null : formatBritishDate(pausedUntil),
    // No invoice follows one that ends.
    isInvoiced: isInvoiced && next !== undefined,
  });
  return {
    next: [text ?? "", sum].filter((part) => part !== "").join(" "),
    afterNext: later
      .map(({ at, pence }) => `${formatGbp(pence)} from ${formatBritishDate(at)}`)
      .join(", "),
  };
}

const offerLabels = (
  reduced: EventOf<"RetentionApplied">["data"]["reduced"],
): Pick<BillingLabels, "regular" | "reduced" | "saving"> => ({
  regular: eachLabel(reduced.map(({ regularPence }) => regularPence)),
  reduced: eachLabel(reduced.map(({ pence }) => pence)),
  saving: formatGbp(reduced.reduce((sum, one) => sum + one.regularPence - one.pence, 0)),
});

function eachLabel(sums: readonly number[]): string {
  const labels = sums.map(formatGbp);
  return new Set(labels).size === 1 ? `${labels[0]} each` : labels.join(", ");
}

function dateLabel(iso: string | null): string {
  return iso === null ? "" : formatBritishDate(iso);
}

type Row = { label: string; value: string };

export function detailRows(lines: DetailLines, labels: BillingLabels): Row[] {
  return Object.entries(lines)
    .map(([label, field]) => ({ label, value: labels[field] }))
    .filter(({ value }) => value !== "");
}
