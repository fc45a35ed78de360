import { CURRENCY, RECURRING, recursAsSold } from "../catalogue.ts";
import { discountedPence, discountsOn } from "./discounts.ts";
import { dayOf, monthsAfter } from "./renewals.ts";
import type {
  DiscountState,
  ItemState,
  PricedItem,
  ScheduledChange,
  SubscriptionWithRenewal,
  UpcomingInvoice,
} from "./stripe-state.ts";
import { isActive, isCharged, type SubscriptionStatus } from "./subscription-status.ts";

// The one place that says what will be taken, and when. The next payment is Stripe's preview, which a sync saves; we
// calculate what Stripe cannot know: an announced price, an offer, and the payments after the next.

/** Replaces the price of an item from the first renewal at or after `at` (ISO 8601). */
export type AnnouncedPrice = {
  readonly priceId: string | null;
  readonly fromPence: number;
  readonly pence: number;
  readonly at: string;
};

type BilledDiscount = Pick<DiscountState, "percentOff" | "amountOffPence" | "isOnce" | "endsAt"> &
  Partial<Pick<DiscountState, "productIds" | "isOfCustomer">>;

/** A scheduled item is monthly. */
type BilledItem = PricedItem &
  Partial<Pick<ItemState, "hasFixedPrice" | "interval" | "intervalCount">>;

/** Timestamps are ISO 8601. */
export type BilledSubscription = Pick<SubscriptionWithRenewal, "currency" | "pause" | "upcoming"> &
  Partial<Pick<SubscriptionWithRenewal, "collectionMethod">> & {
    readonly status: SubscriptionStatus;
    readonly items: readonly BilledItem[];
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

export const INTERVALS = ["day", "week", "month", "year"] as const;

/** How often Stripe charges: every `count` intervals. */
export type Cadence = { readonly interval: (typeof INTERVALS)[number]; readonly count: number };

/** @returns null for items of several cadences, or of an interval that is unknown */
export function cadenceOf(items: readonly BilledItem[]): Cadence | null {
  const [first, ...others] = items.map(itemCadence);
  if (first === undefined) return null;
  const isShared = others.every(
    (one) => one?.interval === first?.interval && one?.count === first?.count,
  );
  return isShared ? first : null;
}

/** Stripe ends a subscription of several cadences with the earliest period: https://docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums */
export function isPaidLonger(
  { items, currentPeriodEnd }: Pick<BilledSubscription, "items" | "currentPeriodEnd">,
  endsAt: string | null,
): boolean {
  const isWithPeriod = endsAt === null || currentPeriodEnd === null || endsAt <= currentPeriodEnd;
  return items.length > 1 && cadenceOf(items) === null && isWithPeriod;
}

export function isMonthly(cadence: Cadence | null): boolean {
  return cadence !== null && recursAsSold({ ...cadence, interval_count: cadence.count });
}

function itemCadence({
  interval = RECURRING.interval,
  intervalCount = RECURRING.interval_count,
}: BilledItem): Cadence | null {
  const known = INTERVALS.find((one) => one === interval);
  return known === undefined ? null : { interval: known, count: intervalCount };
}

export const COLLECTIONS = ["usual", "paused", "unknown"] as const;
export type Collection = (typeof COLLECTIONS)[number];

const COLLECTION_METHODS = new Set(["charge_automatically", "send_invoice"]);

type Collected = Pick<
  BilledSubscription,
  "currency" | "items" | "pause" | "upcoming" | "collectionMethod"
>;

/** Whether the customer pays each invoice by hand: Stripe sends it, and takes nothing. */
export function isInvoiced({
  collectionMethod,
}: Pick<BilledSubscription, "collectionMethod">): boolean {
  return collectionMethod === "send_invoice";
}

/**
 * Whether we can say what Stripe takes. `unknown` has a currency, an interval, a price or a way of payment that we do not know, or no
 * preview: pages and mails say to ask us, the team gets an alert, and we leave it alone.
 */
export function collectionOf(subscription: Collected): Collection {
  const { currency, items, pause, upcoming, collectionMethod } = subscription;
  const isKnown =
    currency === CURRENCY &&
    (collectionMethod == null || COLLECTION_METHODS.has(collectionMethod)) &&
    upcoming?.pence !== null &&
    items.every((item) => item.hasFixedPrice !== false && itemCadence(item) !== null);
  if (!isKnown) return "unknown";
  return pause === null ? "usual" : "paused";
}

const DAY_S = 86_400;

/** More than any discount lasts. */
const RENEWALS_AHEAD = 120;
/** A price below the least charge is taken each second time, without an end. */
const MOST_SUMS = 12;

/**
 * Lists the next payment, and after it the first payment of each other sum.
 *
 * @returns nothing for a subscription that is not charged again, or whose sums are unknown
 */
export function upcomingPayments(subscription: BilledSubscription): Payment[] {
  const payments = listPayments(subscription, RENEWALS_AHEAD);
  const changes = payments.filter(({ pence }, index) => pence !== payments[index - 1]?.pence);
  return changes.slice(0, MOST_SUMS);
}

const PER_MONTH: Readonly<Record<Cadence["interval"], number>> = {
  day: 365 / 12,
  week: 52 / 12,
  month: 1,
  year: 1 / 12,
};

/** Calculates what a month is worth as if the subscription went on; 0 when its sums are unknown. */
export function monthlyPence(subscription: Omit<BilledSubscription, "endsAt">): number {
  const items = subscription.items.map((item) => {
    const { interval, count } = itemCadence(item) ?? { interval: "month", count: 1 };
    const amountPence = Math.round((item.amountPence * PER_MONTH[interval]) / count);
    return itemCadence(item) === null
      ? item
      : { ...item, amountPence, interval: "month", intervalCount: 1 };
  });
  const goesOn = {
    ...subscription,
    items,
    status: "active",
    endsAt: null,
    pause: null,
    upcoming: null,
  } as const;
  return listPayments(goesOn, 1, { isWithoutBalance: true })[0]?.pence ?? 0;
}

/** Stripe takes no smaller sum: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_CHARGE_PENCE = 30;

/**
 * Splits an invoice's total, the balance before it included, into the sum that Stripe takes and the balance that it leaves: credit, or
 * a sum too small to take.
 */
export function splitTotal(
  total: number,
): Pick<UpcomingInvoice, "balancePence"> & Pick<Payment, "pence"> {
  const pence = total < LEAST_CHARGE_PENCE ? 0 : total;
  return { pence, balancePence: total - pence };
}

type ListOptions = {
  /** That Stripe does not have yet. */
  readonly offered?: readonly BilledDiscount[];
  readonly isWithoutBalance?: boolean;
};

/** Lists the next payments, until the subscription ends or a sum is unknown. */
export function listPayments(
  subscription: BilledSubscription,
  most: number,
  { offered = [], isWithoutBalance = false }: ListOptions = {},
): Payment[] {
  const { status, currentPeriodEnd, anchorAt, scheduled, pause, upcoming } = subscription;
  if (currentPeriodEnd === null || !isCharged(status)) return [];
  if (collectionOf(subscription) === "unknown") return [];
  const first = secondsOf(currentPeriodEnd);
  const day = dayOf(secondsOf(anchorAt ?? currentPeriodEnd));
  const cadence = cadenceOf(subscription.items);
  const endsAt = subscription.endsAt === null ? Infinity : secondsOf(subscription.endsAt);
  const resumesAt = resumptionOf(pause);
  const changesAt = scheduled === null ? Infinity : secondsOf(scheduled.at);
  // The worker moves no items until a scheduled change has begun.
  const waitsUntil = scheduled === null ? -Infinity : monthsAfter(changesAt, 1, day);
  const payments: Payment[] = [];
  let balance = isWithoutBalance ? 0 : subscription.balancePence;
  let discounts = [...subscription.discounts, ...offered];
  for (let renewal = 0; renewal < RENEWALS_AHEAD && payments.length < most; renewal += 1) {
    const at = renewal === 0 ? first : renewalAfter(first, day, cadence, renewal);
    const items = at < changesAt ? subscription.items : (scheduled?.items ?? []);
    if (at >= endsAt) {
      if (renewal === 0) payments.push(...lastPayment(subscription, balance, endsAt));
      break;
    }
    const renewsAt = renewalAfter(first, day, cadence, renewal + 1);
    const isShortened = renewsAt > endsAt && endsAt !== Infinity;
    // Only Stripe knows which of several cadences falls due, and what a period costs that a later end shortens.
    const isStripes =
      cadence === null || items.length === 0 || upcoming?.isOnly === true || isShortened;
    const isUnknown = isStripes && (renewal > 0 || upcoming === null);
    if (isUnknown) break;
    const paidAt = isoOf(at);
    const used = discountsOn(discounts, paidAt);
    const next = isShortened ? until(items, at, endsAt, renewsAt) : items;
    const announced = at < waitsUntil ? items : pricedAt(items, at, subscription.announced);
    const priced = isShortened ? until(announced, at, endsAt, renewsAt) : announced;
    const preview =
      isShortened && upcoming !== null ? { ...upcoming, ...upcoming.untilEnd } : upcoming;
    const waiting = renewal === 0 ? waitingItems(subscription) : [];
    const unlisted =
      renewal === 0
        ? unlistedPence({ ...subscription, upcoming: preview }, [...waiting, ...next], paidAt)
        : 0;
    const total = discountedPence([...waiting, ...priced], used) + unlisted + balance;
    const { pence, balancePence } = splitTotal(total);
    const pausedAs = at < resumesAt ? pause?.behavior : null;
    if (pausedAs === null) payments.push({ at: paidAt, pence: isWithoutBalance ? total : pence });
    // An invoice of the pause takes no money. It keeps credit if it is written off; a voided one gives it back, and a
    // draft takes nothing but invoice items.
    if (pausedAs === null || pausedAs === "mark_uncollectible") balance = balancePence;
    if (pausedAs === "keep_as_draft") continue;
    discounts = discounts.filter((discount) => !discount.isOnce || !used.includes(discount));
  }
  return payments;
}

/** The part of each item that Stripe charges when the subscription's end shortens a period. */
function until(
  items: readonly PricedItem[],
  at: number,
  endsAt: number,
  renewsAt: number,
): PricedItem[] {
  const share = renewsAt === Infinity ? 1 : (endsAt - at) / (renewsAt - at);
  return items.map((item) => {
    const amountPence = Math.round(item.amountPence * item.quantity * share);
    return { ...item, amountPence, quantity: 1 };
  });
}

/** Stripe collects with the end what waits for an invoice. */
function lastPayment(subscription: BilledSubscription, balance: number, endsAt: number): Payment[] {
  const { status, upcoming, discounts, pause } = subscription;
  if (upcoming === null || !isActive(status) || endsAt < resumptionOf(pause)) return [];
  const at = isoOf(endsAt);
  const { untilEnd, isOnly } = upcoming;
  if (untilEnd !== undefined) return untilEnd.pence ? [{ at, pence: untilEnd.pence }] : [];
  if (isOnly === true) return [];
  const waiting = discountedPence(waitingItems(subscription), discountsOn(discounts, at));
  const { pence } = splitTotal(waiting + (upcoming.fixedPence ?? 0) + balance);
  return pence > 0 ? [{ at, pence }] : [];
}

/** @returns seconds since the epoch; Infinity for items of several cadences */
function renewalAfter(first: number, day: number, cadence: Cadence | null, count: number): number {
  if (cadence === null) return Infinity;
  const intervals = cadence.count * count;
  switch (cadence.interval) {
    case "day":
      return first + intervals * DAY_S;
    case "week":
      return first + intervals * 7 * DAY_S;
    case "month":
      return monthsAfter(first, intervals, day);
    case "year":
      return monthsAfter(first, 12 * intervals, day);
  }
}

/** @returns seconds since the epoch */
function resumptionOf(pause: BilledSubscription["pause"]): number {
  if (pause === null) return -Infinity;
  return pause.resumesAt === null ? Infinity : secondsOf(pause.resumesAt);
}

/** Invoice items on Stripe's next invoice, which a discount that Stripe does not have yet reduces too. */
function waitingItems({ upcoming }: BilledSubscription) {
  return (upcoming?.reducible ?? []).map(({ pence: amountPence, productId }) => ({
    amountPence,
    quantity: 1,
    productId,
  }));
}

/** The sum that Stripe's next invoice adds to what is listed: prorations, credits, discounts of one item. */
function unlistedPence(
  { upcoming, discounts, balancePence }: BilledSubscription,
  items: Parameters<typeof discountedPence>[0],
  paidAt: string,
): number {
  if (upcoming === null || upcoming.pence === null) return 0;
  const total = upcoming.pence + upcoming.balancePence - balancePence;
  return total - discountedPence(items, discountsOn(discounts, paidAt));
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

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1_000;
}
