import type { Stripe } from "stripe";
import { toldItems, toldPriceId } from "#contracts/billing/item-names.ts";
import { planOf } from "#contracts/billing/plans.ts";
import type {
  CardSnapshot,
  DiscountState,
  EndReason,
  PaymentMethodState,
  PendingUpdate,
  PricedItem,
  ScheduledChange,
  SubscriptionState,
} from "#contracts/billing/stripe-state.ts";
import { isScheduleOutdated } from "#contracts/billing/subscription-transitions.ts";
import { catalogueItemOf, recursAsSold } from "#contracts/catalogue.ts";
import { isId } from "#contracts/ids.ts";
import { CHECKOUT_METADATA_KEY, isFromCatalogue, SCHEDULED_FROM_KEY } from "./metadata-keys.ts";
import {
  type PaymentMethod,
  type StripeDiscount,
  type StripeInvoice,
  type StripePhase,
  type StripePrice,
  type StripeSchedule,
  type StripeSubscription,
  toIsoTimestamp,
} from "./response-shapes.ts";

/** The path in a schedule. In a list of subscriptions it would be a fifth level, and Stripe expands four. */
export const PHASE_PRICE = "phases.items.price";

export const SUBSCRIPTION_EXPAND = [
  "default_payment_method",
  "discounts.source.coupon",
  "schedule",
] as const;

const END_REASON: Readonly<Record<string, EndReason>> = {
  cancellation_requested: "requested",
  payment_failed: "payment_failed",
  payment_disputed: "disputed",
};

/**
 * Maps a subscription read with {@link SUBSCRIPTION_EXPAND}. Leaves out the customer's discount, and what coupons are
 * limited to.
 */
export function toSubscription(
  subscription: StripeSubscription,
  customerDefault: PaymentMethod | null,
  productNames: ProductNames = new Map(),
): SubscriptionState {
  const paymentMethod = subscription.default_payment_method ?? customerDefault;
  const ends = subscription.items.data.flatMap((item) => item.current_period_end ?? []).toSorted();
  const checkoutId = subscription.metadata[CHECKOUT_METADATA_KEY] ?? "";
  const items = subscription.items.data.map(({ id, price, quantity }) => ({
    id,
    priceId: cataloguePriceId(price),
    stripePriceId: price.id,
    amountPence: price.unit_amount ?? 0,
    quantity,
    hasFixedPrice: price.unit_amount !== null,
    interval: price.recurring?.interval ?? null,
    intervalCount: price.recurring?.interval_count ?? 1,
    ...productNameOf(price, productNames),
  }));
  const scheduled = toScheduled(subscription.schedule, productNames);
  const from = subscription.schedule?.metadata[SCHEDULED_FROM_KEY];
  return {
    id: subscription.id,
    status: subscription.status,
    items,
    currentPeriodEnd: ends[0] ?? null,
    anchorAt: subscription.billing_cycle_anchor ?? subscription.created,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    cancelAt: subscription.cancel_at,
    canceledAt: subscription.canceled_at,
    endedAt: subscription.ended_at,
    endReason: END_REASON[subscription.cancellation_details?.reason ?? ""] ?? "other",
    paymentMethod: paymentMethod === null ? null : toPaymentMethod(paymentMethod),
    ownCard: toCard(subscription.default_payment_method),
    taxRates: subscription.default_tax_rates.map((rate) => ({
      id: rate.id,
      isOurs: isFromCatalogue(rate),
    })),
    schedule:
      subscription.schedule === null
        ? null
        : {
            id: subscription.schedule.id,
            cardId: subscription.schedule.default_settings?.default_payment_method ?? null,
            isOutdated: isScheduleOutdated(from, { items, scheduled }),
          },
    discounts: subscription.discounts.map(toDiscount),
    scheduled,
    awaiting: toAwaiting(subscription, productNames),
    createdAt: subscription.created,
    checkoutId: isId("checkout", checkoutId) ? checkoutId : null,
    currency: subscription.currency,
    collectionMethod: subscription.collection_method,
    pause:
      subscription.pause_collection === null
        ? null
        : {
            behavior: subscription.pause_collection.behavior,
            resumesAt: subscription.pause_collection.resumes_at,
          },
  };
}

function toAwaiting(
  { pending_update: update }: StripeSubscription,
  productNames: ProductNames,
): PendingUpdate | null {
  if (update === null) return null;
  const items = toldItems(
    update.subscription_items.map(({ price, quantity }) => ({
      priceId: cataloguePriceId(price),
      quantity,
      ...productNameOf(price, productNames),
    })),
  );
  return {
    expiresAt: update.expires_at,
    priceIds: items.flatMap((item) => toldPriceId(item) ?? []).toSorted(),
    ...(!items.every((item) => typeof item === "string") && { items }),
  };
}

/** Takes a cancellation back. Stripe's portal sets `cancel_at` only. */
export function withoutEnd({
  cancel_at_period_end: isFlagged,
}: Pick<StripeSubscription, "cancel_at_period_end">) {
  return isFlagged ? { cancel_at_period_end: false } : { cancel_at: "" as const };
}

/** Leaves out what the coupon is limited to. */
export function toDiscount({ id, end, source: { coupon } }: StripeDiscount): DiscountState {
  return {
    id,
    couponId: coupon?.id ?? null,
    percentOff: coupon?.percent_off ?? null,
    amountOffPence: coupon?.amount_off ?? null,
    productIds: null,
    isOnce: coupon?.duration === "once",
    isOfCustomer: false,
    endsAt: end,
  };
}

function toPaymentMethod({ card, type }: PaymentMethod): PaymentMethodState {
  return {
    brand: card?.brand ?? type,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}

export function toCard(paymentMethod: PaymentMethod | null): CardSnapshot | null {
  return paymentMethod === null ? null : { id: paymentMethod.id, createdS: paymentMethod.created };
}

/** Stripe keeps a schedule until its last phase ends; by then it holds no future change. */
export function nextPhaseOf(schedule: StripeSchedule | null): StripePhase | null {
  const end = schedule?.current_phase?.end_date;
  if (schedule === null || end === undefined) return null;
  return schedule.phases.find(({ start_date: start }) => start >= end) ?? null;
}

function toScheduled(
  schedule: StripeSchedule | null,
  productNames: ProductNames,
): ScheduledChange | null {
  const next = nextPhaseOf(schedule);
  if (schedule === null || next === null) return null;
  return {
    scheduleId: schedule.id,
    items: itemsOfPhase(next, productNames),
    at: toIsoTimestamp(next.start_date),
  };
}

/** @param phase read with {@link PHASE_PRICE} */
export function itemsOfPhase(
  { items }: StripePhase,
  productNames: ProductNames = new Map(),
): PricedItem[] {
  return items.map(({ price, quantity }) => ({
    priceId: price === null ? null : cataloguePriceId(price),
    amountPence: price?.unit_amount ?? 0,
    quantity,
    ...(price !== null && productNameOf(price, productNames)),
  }));
}

/** Product id → its name at Stripe, of what is outside the catalogue. */
export type ProductNames = ReadonlyMap<string, string>;

function productNameOf(
  price: StripePrice,
  names: ProductNames,
): Partial<Pick<PricedItem, "productName">> {
  const productName = names.get(price.product ?? "");
  return productName === undefined || cataloguePriceId(price) !== null ? {} : { productName };
}

/** The products whose names the catalogue does not say. */
export function unlistedProductIds({
  items,
  schedule,
  pending_update: update,
}: StripeSubscription): string[] {
  const prices = [
    ...items.data.map(({ price }) => price),
    ...(update?.subscription_items.map(({ price }) => price) ?? []),
    ...(nextPhaseOf(schedule)?.items.flatMap(({ price }) => price ?? []) ?? []),
  ];
  return prices.flatMap((price) => (cataloguePriceId(price) === null ? (price.product ?? []) : []));
}

/** Whether we calculate all payments from a scheduled change on: those of one more phase of monthly prices, under the same discounts. */
export function isScheduleCounted({ schedule, discounts }: StripeSubscription): boolean {
  const next = nextPhaseOf(schedule);
  if (schedule === null || next === null) return true;
  const { start_date: start, items, discounts: its, add_invoice_items: added } = next;
  const ids = (all: readonly (string | null)[]) => all.map(String).toSorted().join(" ");
  const stay = discounts.filter(({ end }) => end === null || end > toIsoTimestamp(start));
  return (
    schedule.phases.at(-1) === next &&
    items.every(({ price }) => price !== null && isFixedAndMonthly(price)) &&
    ids(its.map(({ discount }) => discount)) === ids(stay.map(({ id }) => id)) &&
    added.length === 0 &&
    next.trial_end === null
  );
}

function isFixedAndMonthly({ unit_amount: pence, recurring }: StripePrice): boolean {
  return pence !== null && recursAsSold(recurring);
}

export function renewalPenceOf(
  { id, items }: StripeSubscription,
  invoices: readonly StripeInvoice[],
): number | null {
  const start = Math.max(...items.data.map((item) => item.current_period_start ?? 0));
  const due = invoices.find(
    (invoice) =>
      invoice.parent?.subscription_details?.subscription === id && isRenewalDue(invoice, start),
  );
  return due?.amount_due ?? null;
}

/**
 * A bank debit takes days. Meanwhile Stripe calls the subscription `active`, and also after the debit has failed,
 * when Stripe voids the invoice. We void it only after the end.
 *
 * @returns what to read instead; nothing once any invoice is paid, or if the team sends invoices
 */
export function unpaidStartOf(
  { id, collection_method: collection }: StripeSubscription,
  { status, checkoutId }: SubscriptionState,
  invoices: readonly StripeInvoice[],
): Partial<Pick<SubscriptionState, "status" | "endReason">> {
  const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === id);
  const first = own.find(({ billing_reason: reason }) => reason === "subscription_create");
  const isPaid = own.some((invoice) => invoice.status === "paid");
  if (first === undefined || isPaid || collection !== "charge_automatically") return {};
  if (first.status !== "open" && first.status !== "void") return {};
  // The worker ends what was bought on our site only.
  const isFailed = first.status === "void" && checkoutId !== null;
  return {
    ...(status === "active" && { status: "incomplete" }),
    ...(isFailed && { endReason: "never_paid" }),
  };
}

type RenewalInvoice = {
  readonly status: string | null;
  readonly auto_advance?: boolean | null | undefined;
  readonly billing_reason: string | null;
  readonly amount_due: number;
  readonly created: number;
};

/**
 * Whether the renewal of this period is still to be paid. Its invoice begins as a draft.
 *
 * @param periodStart seconds since the epoch
 */
export function isRenewalDue(invoice: RenewalInvoice, periodStart: number): boolean {
  const { status, auto_advance: isAutomatic, billing_reason: reason, amount_due: due } = invoice;
  // An open one may still be paid when Stripe has given up its retries.
  const isUnpaid = status === "open" || (status === "draft" && isAutomatic === true);
  const isRenewal = reason === "subscription_cycle" && invoice.created >= periodStart;
  return isUnpaid && isRenewal && due > 0;
}

/** Whether a plan may be sold beside a subscription: it holds add-ons or ads plans only. */
export function isBesidePlan({ items }: Pick<Stripe.Subscription, "items">): boolean {
  return items.data.every(({ price }) => {
    const priceId = cataloguePriceId(price);
    return priceId !== null && planOf(priceId) === null;
  });
}

/** @param discounts with what they are limited to */
export function hasUncountedDiscount(
  { items }: StripeSubscription,
  discounts: readonly DiscountState[],
): boolean {
  return (
    !discounts.every(hasTerms) ||
    items.data.some(
      ({ price, discounts: own }) =>
        own.length > 0 ||
        (cataloguePriceId(price) === null &&
          discounts.some(({ productIds }) => productIds?.includes(price.product ?? ""))),
    )
  );
}

/** Whether Stripe says what the discount takes off. Of a deleted coupon it may not, and goes on taking it. */
export function hasTerms({ percentOff, amountOffPence }: DiscountState): boolean {
  return percentOff !== null || amountOffPence !== null;
}

/** A replaced price has lost its lookup key to the new one and keeps its metadata. */
function cataloguePriceId(price: Pick<StripePrice, "lookup_key" | "metadata">): string | null {
  const priceId = price.metadata["price_id"] ?? price.lookup_key;
  return catalogueItemOf(priceId)?.priceId ?? null;
}
