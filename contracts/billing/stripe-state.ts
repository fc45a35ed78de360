import { FOR_SALE } from "../catalogue.ts";
import type { Id } from "../ids.ts";
import type { OrderStatus, SubscriptionStatus } from "./subscription-status.ts";

/** What a sync saves. Timestamps are ISO 8601. */
export type StripeCustomerState = {
  readonly customer: {
    /** Lower case. */
    readonly email: string | null;
    readonly isDeleted: boolean;
    readonly defaultCard: CardSnapshot | null;
  };
  readonly subscriptions: readonly SubscriptionWithRenewal[];
  readonly orders: readonly OrderState[];
};

export type SubscriptionState = {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly items: readonly ItemState[];
  readonly currentPeriodEnd: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: string | null;
  readonly canceledAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: EndReason;
  /** The subscription's own, else the customer's default. */
  readonly paymentMethod: PaymentMethodState | null;
  /** Stripe charges it before the customer's default. */
  readonly ownCard: CardSnapshot | null;
  readonly schedule: ScheduleState | null;
  readonly discounts: readonly DiscountState[];
  readonly scheduled: ScheduledChange | null;
  readonly awaiting: PendingUpdate | null;
  readonly createdAt: string;
  readonly checkoutId: Id<"checkout"> | null;
};

export type SubscriptionWithRenewal = SubscriptionState & {
  /** Pence that Stripe will still collect for the running period; null for none. */
  readonly renewalPence: number | null;
};

export type DiscountState = {
  readonly id: string;
  readonly couponId: string | null;
  /** Null for a fixed sum. */
  readonly percentOff: number | null;
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
  /** Price ids of the catalogue; others are left out. */
  readonly priceIds: readonly string[];
  readonly at: string;
};

export type PendingUpdate = {
  readonly priceIds: readonly string[];
  readonly expiresAt: string;
};

export const END_REASONS = ["requested", "payment_failed", "disputed", "other"] as const;
export type EndReason = (typeof END_REASONS)[number];

export type ItemState = {
  readonly id: string;
  readonly priceId: string | null;
  readonly stripePriceId: string;
  readonly amountPence: number;
  readonly quantity: number;
};

export type CardSnapshot = { readonly id: string; readonly createdS: number };

export type PaymentMethodState = {
  /** Card brand, or the payment method's type if it is no card. */
  readonly brand: string;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
};

export type OrderState = {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly status: OrderStatus;
  readonly amountPence: number;
  readonly refundedPence: number;
  readonly currency: string;
  readonly orderedAt: string;
};

/** The plan is null outside the catalogue. */
export function planAndAddons(items: readonly Pick<ItemState, "priceId">[]): {
  plan: string | null;
  addons: string[];
} {
  const names = items.flatMap(({ priceId }) => (priceId === null ? [] : [priceId]));
  const isPlan = (name: string) =>
    FOR_SALE.some((item) => item.priceId === name && item.category === "main");
  return {
    plan: names.find(isPlan) ?? null,
    addons: names.filter((name) => !isPlan(name)).toSorted(),
  };
}
