import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { monthlyPrices } from "#contracts/billing/discounts.ts";
import { offerPrices } from "#contracts/billing/retention-offer.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatBritishDate } from "./british-time.ts";

type Added<T extends "CheckoutCompleted" | "RetentionApplied" | "SubscriptionChangeScheduled"> =
  Omit<EventOf<T>["data"], keyof SubscriptionFacts>;

type AboutSubscription = Pick<SubscriptionFacts, "priceIds" | "amountPence" | "periodEnd"> &
  Partial<Omit<Added<"CheckoutCompleted">, "consentedCheckoutId">> &
  Partial<Added<"RetentionApplied">> &
  Partial<Added<"SubscriptionChangeScheduled">> &
  Partial<Pick<EventOf<"SubscriptionRequestRejected">["data"], "request">>;

type AboutRefund =
  | Pick<RefundFacts, "orderId" | "amountPence">
  | Pick<RefundRequestFacts, "refundRequestId" | "amountPence">;

export type BillingFacts = AboutSubscription | AboutRefund;

type BillingLabels = {
  plan: string;
  addons: string;
  amount: string;
  /** Monthly amounts, as discounts end one after the other. */
  afterDiscounts: string;
  paid: string;
  date: string;
  reduced: string;
  saving: string;
  now: string;
  later: string;
  laterAmount: string;
  laterDate: string;
  refused: string;
  reference: string;
};

export type DetailLine = { readonly label: string; readonly field: keyof BillingLabels };

export const SUBSCRIPTION_LINES = [
  { label: "Plan", field: "plan" },
  { label: "Add-ons", field: "addons" },
  { label: "Per month", field: "amount" },
  { label: "After the discount", field: "afterDiscounts" },
] as const satisfies readonly DetailLine[];

const EMPTY: BillingLabels = {
  plan: "",
  addons: "",
  amount: "",
  afterDiscounts: "",
  paid: "",
  date: "",
  reduced: "",
  saving: "",
  now: "",
  later: "",
  laterAmount: "",
  laterDate: "",
  refused: "",
  reference: "",
};

const REQUEST_LABELS = {
  discount: "The discount for staying",
  cancellation: "The cancellation",
  resumption: "Taking the cancellation back",
} as const;

export function billingLabels(facts: BillingFacts): BillingLabels {
  const amount = formatGbp(facts.amountPence);
  if ("orderId" in facts) return { ...EMPTY, amount, reference: facts.orderId };
  if ("refundRequestId" in facts) return { ...EMPTY, amount, reference: facts.refundRequestId };
  const { priceIds, amountPence, periodEnd, paidPence, discounts } = facts;
  const { scheduledPriceIds, at, request } = facts;
  return {
    ...EMPTY,
    plan: namesOf(priceIds, "main"),
    addons: namesOf(priceIds, "addon"),
    amount,
    date: dateLabel(periodEnd),
    ...(discounts !== undefined && priceLabels(amountPence, discounts, periodEnd)),
    paid: paidPence === undefined || paidPence === null ? "" : formatGbp(paidPence),
    ...(facts.percentOff !== undefined && offerLabels(amountPence)),
    ...(scheduledPriceIds !== undefined && {
      now: namesOf(priceIds),
      later: namesOf(scheduledPriceIds),
      laterAmount: formatGbp(priceSumPence(scheduledPriceIds)),
      laterDate: dateLabel(at ?? null),
    }),
    ...(request !== undefined && { refused: REQUEST_LABELS[request] }),
  };
}

function priceLabels(
  pence: number,
  discounts: EventOf<"CheckoutCompleted">["data"]["discounts"],
  nextPayment: string | null,
): Pick<BillingLabels, "amount" | "afterDiscounts"> {
  const prices = monthlyPrices(
    pence,
    discounts.map(({ percentOff, endsAt }) => ({ percentOff, endsAt: millisecondsOf(endsAt) })),
    millisecondsOf(nextPayment),
  );
  if (prices === null) {
    return { amount: `${formatGbp(pence)} before your discount`, afterDiscounts: "" };
  }
  return {
    amount: formatGbp(prices.pence),
    afterDiscounts: prices.later
      .map((one) => `${formatGbp(one.pence)} from ${dateLabel(new Date(one.from).toISOString())}`)
      .join(", "),
  };
}

function millisecondsOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

function offerLabels(amountPence: number): Pick<BillingLabels, "reduced" | "saving"> {
  const { discountedPence, savingPence } = offerPrices(amountPence);
  return { reduced: `${formatGbp(discountedPence)} each`, saving: formatGbp(savingPence) };
}

function namesOf(priceIds: readonly string[], category?: "main" | "addon"): string {
  return priceIds
    .flatMap((name) => FOR_SALE.filter((item) => item.priceId === name))
    .filter((item) => category === undefined || item.category === category)
    .map(({ name }) => name)
    .join(", ");
}

function dateLabel(iso: string | null): string {
  return iso === null ? "" : formatBritishDate(iso);
}

type Row = { label: string; value: string };

export function detailRows(lines: readonly DetailLine[], labels: BillingLabels): Row[] {
  return lines
    .map(({ label, field }) => ({ label, value: labels[field] }))
    .filter(({ value }) => value !== "");
}

export function toLine({ label, value }: Row): string {
  return `${label}: ${value}`;
}
