import { discountedPence, discountsOn } from "./discounts.ts";
import { dayOf, monthsAfter } from "./renewals.ts";
import type { DiscountState, PricedItem, ScheduledChange } from "./stripe-state.ts";
import { isActive, type SubscriptionStatus } from "./subscription-status.ts";

// The one place where a sum to come is calculated.

/** Replaces the price of an item from the first renewal at or after `at` (ISO 8601). */
export type AnnouncedPrice = {
  readonly priceId: string | null;
  readonly fromPence: number;
  readonly pence: number;
  readonly at: string;
};

type BilledDiscount = Pick<DiscountState, "percentOff" | "amountOffPence" | "isOnce" | "endsAt"> &
  Partial<Pick<DiscountState, "productIds" | "isOfCustomer">>;

/** Timestamps are ISO 8601. */
export type BilledSubscription = {
  readonly status: SubscriptionStatus;
  readonly items: readonly PricedItem[];
  readonly discounts: readonly BilledDiscount[];
  readonly scheduled: Pick<ScheduledChange, "items" | "at"> | null;
  /** The newest first. */
  readonly announced: readonly AnnouncedPrice[];
  /** When Stripe charges next. */
  readonly currentPeriodEnd: string | null;
  /** Null when renewals fall on the day of `currentPeriodEnd`. */
  readonly anchorAt: string | null;
  /** Null for a subscription that renews. */
  readonly endsAt: string | null;
  /** The customer's balance; negative is credit. */
  readonly balancePence: number;
};

export type Payment = {
  /** ISO 8601 */
  readonly at: string;
  readonly pence: number;
};

/** Longer than any discount. */
const MONTHS_AHEAD = 120;

/**
 * Calculates the next payment, and after it the first payment of each other sum.
 *
 * @returns nothing for a subscription that is not charged again
 */
export function upcomingPayments(subscription: BilledSubscription): Payment[] {
  const payments = listPayments(subscription, MONTHS_AHEAD);
  return payments.filter(({ pence }, index) => pence !== payments[index - 1]?.pence);
}

/** Calculates the next payment as if the subscription went on, without the customer's balance. */
export function monthlyPence(subscription: Omit<BilledSubscription, "endsAt">): number {
  const goesOn = { ...subscription, status: "active", endsAt: null, balancePence: 0 } as const;
  return listPayments(goesOn, 1)[0]?.pence ?? 0;
}

/** Lists the next monthly payments, until the subscription ends or its price is unknown. */
export function listPayments(subscription: BilledSubscription, months: number): Payment[] {
  const { status, currentPeriodEnd, anchorAt, scheduled } = subscription;
  if (currentPeriodEnd === null || (!isActive(status) && status !== "past_due")) return [];
  const first = secondsOf(currentPeriodEnd);
  const day = dayOf(secondsOf(anchorAt ?? currentPeriodEnd));
  const endsAt = subscription.endsAt === null ? Infinity : secondsOf(subscription.endsAt);
  const changesAt = scheduled === null ? Infinity : secondsOf(scheduled.at);
  // The worker moves no items until a scheduled change has begun.
  const waitsUntil = scheduled === null ? -Infinity : monthsAfter(changesAt, 1, day);
  const payments: Payment[] = [];
  let balance = subscription.balancePence;
  let discounts = subscription.discounts;
  for (let month = 0; month < months; month += 1) {
    const at = month === 0 ? first : monthsAfter(first, month, day);
    const items = at < changesAt ? subscription.items : (scheduled?.items ?? []);
    if (at >= endsAt || items.length === 0) break;
    const paidAt = new Date(at * 1_000).toISOString();
    const used = discountsOn(discounts, paidAt);
    const priced = at < waitsUntil ? items : pricedAt(items, at, subscription.announced);
    const total = discountedPence(priced, used) + balance;
    payments.push({ at: paidAt, pence: Math.max(0, total) });
    balance = Math.min(0, total);
    discounts = discounts.filter((discount) => !discount.isOnce || !used.includes(discount));
  }
  return payments;
}

function pricedAt(
  items: readonly PricedItem[],
  at: number,
  announced: readonly AnnouncedPrice[],
): PricedItem[] {
  return items.map((item) => {
    const change = announced.find(
      ({ priceId, fromPence }) => priceId === item.priceId && fromPence === item.amountPence,
    );
    const holds = change !== undefined && secondsOf(change.at) <= at;
    return holds ? { ...item, amountPence: change.pence } : item;
  });
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1_000;
}
