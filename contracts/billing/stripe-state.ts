import type { Id } from "../ids.ts";
import type { ToldItem } from "./item-names.ts";
import { planOf } from "./plans.ts";
import type { OrderStatus, SubscriptionStatus } from "./subscription-status.ts";
import type { TaxRateState } from "./tax-rates.ts";

/** A customer with their subscriptions and orders, as a sync reads them from Stripe and saves them. Timestamps are ISO 8601. */
export type StripeCustomerState = {
  readonly customer: {
    /** Lower case. */
    readonly email: string | null;
    readonly isDeleted: boolean;
    readonly defaultCard: CardSnapshot | null;
    /** Negative is credit, which the next invoices take. */
    readonly balancePence: number;
    readonly invoiceFooter: string | null;
  };
  readonly subscriptions: readonly SubscriptionWithRenewal[];
  readonly orders: readonly OrderState[];
  /** The payment method of the newest payment that succeeded; not always the default card. */
  readonly lastPaidBy: LastPaidBy | null;
  readonly disputes: readonly DisputeState[];
};

export type SubscriptionState = {
  readonly id: string;
  /** When a whole customer is read, `incomplete` until the first payment has arrived. */
  readonly status: SubscriptionStatus;
  readonly items: readonly ItemState[];
  readonly currentPeriodEnd: string | null;
  /** Renewals fall on this day of the month. */
  readonly anchorAt: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: string | null;
  readonly canceledAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: EndReason;
  /** The payment method of the subscription, else the customer's default. */
  readonly paymentMethod: PaymentMethodState | null;
  /** Stripe charges it before the customer's default. */
  readonly ownCard: CardSnapshot | null;
  readonly taxRates: readonly TaxRateState[];
  readonly schedule: ScheduleState | null;
  readonly discounts: readonly DiscountState[];
  readonly scheduled: ScheduledChange | null;
  readonly awaiting: PendingUpdate | null;
  readonly createdAt: string;
  readonly checkoutId: Id<"checkout"> | null;
  /** ISO 4217, lower case; null when Stripe does not say. */
  readonly currency: string | null;
  /** Stripe's word: `charge_automatically`, or `send_invoice` when the customer pays each invoice by hand. */
  readonly collectionMethod: string | null;
  readonly pause: CollectionPause | null;
};

/** The team paused collection: until the end of the pause Stripe takes nothing. */
export type CollectionPause = {
  /** Stripe's word for what becomes of the invoices meanwhile. */
  readonly behavior: string;
  /** Null until the team resumes it. */
  readonly resumesAt: string | null;
};

export type SubscriptionWithRenewal = SubscriptionState & {
  /** Pence that are still to be paid for the running period; null for none. */
  readonly renewalPence: number | null;
  /** A discount of one item, or of a product outside the catalogue, is left out of our sums. Only the team can make one. */
  readonly hasUncountedDiscount: boolean;
  /** Null where Stripe was not asked: for a subscription that it does not charge. */
  readonly upcoming: UpcomingInvoice | null;
};

/** Stripe's preview of the invoice at the period's end, as if no collection were paused and the subscription went on. */
export type UpcomingInvoice = {
  /** Null when Stripe previews none. */
  readonly pence: number | null;
  /** The customer's balance afterwards; negative is credit. */
  readonly balancePence: number;
  /** Invoice items in it that discounts reduce, before any; left out for none. */
  readonly reducible?: readonly ReducibleLine[];
  /** The other invoice items in it, in pence; left out for 0. */
  readonly fixedPence?: number;
  /** The invoice at the end of a subscription that ends, or before a later one. Left out where it is the same. */
  readonly untilEnd?: Pick<UpcomingInvoice, "pence" | "balancePence">;
  /** We cannot calculate the payments after it, because the team made discounts or a schedule that we do not count. */
  readonly isOnly?: true;
};

type ReducibleLine = { readonly pence: number; readonly productId: string | null };

export type DiscountState = {
  readonly id: string;
  readonly couponId: string | null;
  readonly percentOff: number | null;
  readonly amountOffPence: number | null;
  /** Stripe's products that it reduces; null for all. */
  readonly productIds: readonly string[] | null;
  /** Reduces the next payment only. */
  readonly isOnce: boolean;
  /** Reduces what has no discount of its own. */
  readonly isOfCustomer: boolean;
  readonly endsAt: string | null;
};

type ScheduleState = {
  readonly id: string;
  /** The subscription gets this payment method with the next phase. */
  readonly cardId: string | null;
  /** The items changed after it was scheduled, so its change is void. */
  readonly isOutdated: boolean;
};

export type ScheduledChange = {
  readonly scheduleId: string;
  readonly items: readonly PricedItem[];
  readonly at: string;
};

export type PendingUpdate = {
  /** In order. */
  readonly priceIds: readonly string[];
  /** Left out where the ids say all. */
  readonly items?: readonly ToldItem[];
  readonly expiresAt: string;
};

/** `never_paid`: the bank refused the first payment, days after the checkout. */
export const END_REASONS = [
  "requested",
  "payment_failed",
  "never_paid",
  "disputed",
  "other",
] as const;
export type EndReason = (typeof END_REASONS)[number];

export type ItemState = {
  readonly id: string;
  readonly priceId: string | null;
  readonly stripePriceId: string;
  /** 0 for a price without a fixed amount. */
  readonly amountPence: number;
  readonly quantity: number;
  readonly hasFixedPrice: boolean;
  /** Stripe's word: `day`, `week`, `month` or `year`. */
  readonly interval: string | null;
  readonly intervalCount: number;
  /** Stripe's name of a product outside the catalogue. */
  readonly productName?: string | null;
};

/** Its price id is null outside the catalogue. */
export type PricedItem = Pick<ItemState, "priceId" | "amountPence" | "quantity" | "productName">;

/** A card was typed to pay the invoice if another one failed before, or if it is no older than the invoice. */
export type LastPaidBy = {
  readonly id: string;
  readonly isSecondTry: boolean;
  readonly invoicedS: number | null;
};

export type CardSnapshot = { readonly id: string; readonly createdS: number };

export type PaymentMethodState = {
  /** Card brand, or the payment method's type if it is no card. */
  readonly brand: string;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
};

export type CreditNoteState = {
  readonly id: string;
  readonly number: string;
  readonly amountPence: number;
  /** Stripe's PDF as of the last sync. */
  readonly url: string | null;
  readonly refundIds: readonly string[];
};

export type OrderState = {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly number: string | null;
  /** The descriptions of the lines on Stripe's invoice. */
  readonly lines: readonly string[];
  readonly invoiceUrl: string | null;
  readonly status: OrderStatus;
  readonly amountPence: number;
  /** The sum that Stripe has taken for the invoice, without credit and payments outside Stripe. */
  readonly collectedPence: number;
  readonly refundedPence: number;
  /** The newest first; its id is null where Stripe names only the sum. */
  readonly refunds: readonly { readonly id: string | null; readonly pence: number }[];
  /** The oldest first. */
  readonly creditNotes: readonly CreditNoteState[];
  readonly currency: string;
  readonly cardFingerprint: string | null;
  readonly orderedAt: string;
};

/** A `warning` is a bank's inquiry: no money has moved. */
export const DISPUTE_STATUSES = [
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
  "unknown",
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type DisputeState = {
  readonly id: string;
  readonly orderId: string | null;
  readonly status: DisputeStatus;
  /** Stripe's word for what the cardholder told the bank. */
  readonly reason: string;
  readonly amountPence: number;
  readonly currency: string;
  readonly dueBy: string | null;
  readonly isRefundable: boolean;
  readonly openedAt: string;
};

export function cataloguePriceIds(items: readonly Pick<ItemState, "priceId">[]): string[] {
  return items.flatMap(({ priceId }) => priceId ?? []);
}

/** The plan is a social-media plan of the catalogue; the add-ons count ads plans in. */
export function planAndAddons(items: readonly Pick<ItemState, "priceId">[]): {
  plan: string | null;
  addons: string[];
} {
  const priceIds = cataloguePriceIds(items);
  const isPlan = (priceId: string) => planOf(priceId) !== null;
  return {
    plan: priceIds.find(isPlan) ?? null,
    addons: priceIds.filter((priceId) => !isPlan(priceId)).toSorted(),
  };
}
