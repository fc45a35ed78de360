import type { Stripe } from "stripe";
import type {
  CardSnapshot,
  EndReason,
  PaymentMethodState,
  ScheduledChange,
  SubscriptionState,
} from "#contracts/billing/stripe-state.ts";
import { isScheduleOutdated } from "#contracts/billing/subscription-events.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { isId } from "#contracts/ids.ts";
import {
  CHECKOUT_METADATA_KEY,
  SCHEDULED_FROM_KEY,
  SCHEDULED_PRICES_KEY,
} from "./metadata-keys.ts";
import {
  type PaymentMethod,
  type StripeInvoice,
  type StripePrice,
  StripeSubscription,
  toIsoTimestamp,
} from "./response-shapes.ts";

export const SUBSCRIPTION_EXPAND = [
  "default_payment_method",
  "discounts.source.coupon",
  "schedule",
] as const;

/**
 * Maps a subscription read with {@link SUBSCRIPTION_EXPAND}. Leaves out the customer's default card.
 *
 * @throws {z.ZodError} as `readCustomerState`
 */
export function parseSubscription(subscription: Stripe.Subscription): SubscriptionState {
  return toSubscription(StripeSubscription.parse(subscription), null);
}

const END_REASON: Readonly<Record<string, EndReason>> = {
  cancellation_requested: "requested",
  payment_failed: "payment_failed",
  payment_disputed: "disputed",
};

export function toSubscription(
  subscription: StripeSubscription,
  customerDefault: PaymentMethod | null,
): SubscriptionState {
  const paymentMethod = subscription.default_payment_method ?? customerDefault;
  const ends = subscription.items.data.map((item) => item.current_period_end).toSorted();
  const checkoutId = subscription.metadata[CHECKOUT_METADATA_KEY] ?? "";
  const items = subscription.items.data.map(({ id, price, quantity }) => ({
    id,
    priceId: cataloguePriceId(price),
    stripePriceId: price.id,
    amountPence: price.unit_amount ?? 0,
    quantity: quantity ?? 1,
  }));
  const scheduled = toScheduled(subscription.schedule);
  const from = subscription.schedule?.metadata?.[SCHEDULED_FROM_KEY];
  return {
    id: subscription.id,
    status: subscription.status,
    items,
    currentPeriodEnd: ends[0] ?? null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    cancelAt: subscription.cancel_at,
    canceledAt: subscription.canceled_at,
    endedAt: subscription.ended_at,
    endReason: END_REASON[subscription.cancellation_details?.reason ?? ""] ?? "other",
    paymentMethod: paymentMethod === null ? null : toPaymentMethod(paymentMethod),
    ownCard: toCard(subscription.default_payment_method),
    schedule:
      subscription.schedule === null
        ? null
        : {
            id: subscription.schedule.id,
            cardId: subscription.schedule.default_settings.default_payment_method,
            isOutdated: isScheduleOutdated(from, { items, scheduled }),
          },
    discounts: subscription.discounts.map(({ id, end, source }) => ({
      id,
      couponId: source.coupon?.id ?? null,
      percentOff: source.coupon?.percent_off ?? null,
      endsAt: end,
    })),
    scheduled,
    awaiting:
      subscription.pending_update === null
        ? null
        : {
            expiresAt: subscription.pending_update.expires_at,
            priceIds: (subscription.pending_update.subscription_items ?? [])
              .flatMap(({ price }) => cataloguePriceId(price) ?? [])
              .toSorted(),
          },
    createdAt: subscription.created,
    checkoutId: isId("checkout", checkoutId) ? checkoutId : null,
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
function toScheduled(schedule: StripeSubscription["schedule"]): ScheduledChange | null {
  const end = schedule?.current_phase?.end_date;
  if (schedule === null || end === undefined) return null;
  const next = schedule.phases.find(({ start_date: start }) => start >= end);
  if (next === undefined) return null;
  const priceIds = schedule.metadata?.[SCHEDULED_PRICES_KEY]?.split(" ") ?? [];
  return {
    scheduleId: schedule.id,
    priceIds: priceIds.filter(isForSale),
    at: toIsoTimestamp(next.start_date),
  };
}

export function renewalPenceOf(
  { id, items }: StripeSubscription,
  invoices: readonly StripeInvoice[],
): number | null {
  const start = Math.max(...items.data.map((item) => item.current_period_start));
  const due = invoices.find(
    (invoice) =>
      invoice.parent?.subscription_details?.subscription === id && isRenewalDue(invoice, start),
  );
  return due?.amount_due ?? null;
}

type RenewalInvoice = {
  readonly status: string | null;
  readonly auto_advance?: boolean | null | undefined;
  readonly billing_reason: string | null;
  readonly amount_due: number;
  readonly created: number;
};

/**
 * Whether Stripe will still collect the renewal of this period. Stripe keeps its invoice as a draft
 * for about an hour.
 *
 * @param periodStart seconds since the epoch
 */
export function isRenewalDue(invoice: RenewalInvoice, periodStart: number): boolean {
  const { status, auto_advance: isAutomatic, billing_reason: reason, amount_due: due } = invoice;
  const isUnpaid = (status === "draft" || status === "open") && due > 0;
  const isRenewal = reason === "subscription_cycle" && invoice.created >= periodStart;
  return isUnpaid && isRenewal && isAutomatic === true;
}

/** A replaced price has lost its lookup key to the new one and keeps its metadata. */
function cataloguePriceId(price: StripePrice): string | null {
  const priceId = price.metadata["price_id"] ?? price.lookup_key;
  return priceId !== null && isForSale(priceId) ? priceId : null;
}

function isForSale(priceId: string): boolean {
  return FOR_SALE.some((item) => item.priceId === priceId);
}
