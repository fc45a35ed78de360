import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { type HandChange, handChangeOf } from "#contracts/billing/plan-change.ts";
import { nextPlanUp, planOf } from "#contracts/billing/plans.ts";
import {
  isActive,
  isPaymentDue,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "#contracts/billing/subscription-status.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";

export type SubscriptionStatusView = {
  /** Stripe's status; null or `not_started` without a subscription. */
  readonly status: string | null;
  readonly priceId: string | null;
  readonly isEnding: boolean;
  readonly hasPendingUpdate: boolean;
  readonly needsCard: boolean;
  /** Why only the team changes the plan. */
  readonly handChange: HandChange | null;
};

const NO_SUBSCRIPTION: SubscriptionStatusView = {
  status: null,
  priceId: null,
  isEnding: false,
  hasPendingUpdate: false,
  needsCard: false,
  handChange: null,
};

type ChangeDetails = Pick<
  SubscriptionDetails,
  "ends_at" | "awaiting" | "needs_card" | "collection" | "cadence" | "is_invoiced"
>;

/** @param details null while loading; newer than the row */
export function statusViewOf(
  subscription: UserSubscription | null,
  details: ChangeDetails | null = null,
): SubscriptionStatusView {
  if (subscription === null) return NO_SUBSCRIPTION;
  return {
    ...(details === null
      ? { ...NO_SUBSCRIPTION, isEnding: subscription.cancel_at_period_end }
      : changesOf(details)),
    status: subscription.subscription_status,
    priceId: subscription.price_id,
  };
}

/** Needs no row: that is read apart from the details. */
export function statusViewOfDetails(
  details: ChangeDetails & Pick<SubscriptionDetails, "subscription_status" | "price_id">,
): SubscriptionStatusView {
  return { ...changesOf(details), status: details.subscription_status, priceId: details.price_id };
}

function changesOf({
  ends_at: endsAt,
  awaiting,
  needs_card: needsCard,
  collection,
  cadence,
  is_invoiced: isInvoiced,
}: ChangeDetails) {
  return {
    isEnding: endsAt !== null,
    hasPendingUpdate: awaiting !== null,
    needsCard,
    handChange: handChangeOf({ collection, cadence, isInvoiced }),
  };
}

/** It stays true once the subscription has ended. */
export function hasEverSubscribed({ status }: SubscriptionStatusView): boolean {
  return status !== null && status !== "not_started";
}

/** `active` or `trialing`. */
export function isRunning({ status }: SubscriptionStatusView): boolean {
  return isKnown(status) && isActive(status);
}

/** The service continues while Stripe retries a late payment. */
export function isServiceActive(statusView: SubscriptionStatusView): boolean {
  return isRunning(statusView) || statusView.status === "past_due";
}

export function badgeOf(statusView: SubscriptionStatusView): {
  tone: "good" | "waiting";
  label: string;
} {
  if (isRunning(statusView)) return { tone: "good", label: "Active" };
  return { tone: "waiting", label: statusView.status ?? "" };
}

/** Current customers, and former ones with a completed order. */
export function isCustomer(
  statusView: SubscriptionStatusView,
  orders: readonly Pick<UserOrder, "order_status">[],
): boolean {
  return isRunning(statusView) || orders.some(({ order_status: status }) => status === "completed");
}

export function hasAccountManager(statusView: SubscriptionStatusView): boolean {
  return isServiceActive(statusView) && planOf(statusView.priceId)?.showsAccountManager === true;
}

export function isChangeable(statusView: SubscriptionStatusView): boolean {
  const { isEnding, hasPendingUpdate, needsCard, handChange } = statusView;
  const isOurs = handChange === null && !needsCard;
  return isRunning(statusView) && isOurs && !isEnding && !hasPendingUpdate;
}

/** The step up that is offered; undefined when the popular plan is the cheapest. */
export const [PROMOTED_UPGRADE] = PLANS.flatMap((from: Plan) => {
  const to = nextPlanUp(from);
  return to?.popular === true ? [{ from, to }] : [];
});

export function isUpgradePromoted(statusView: SubscriptionStatusView): boolean {
  return isChangeable(statusView) && statusView.priceId === PROMOTED_UPGRADE?.from.priceId;
}

export function areAddonsOffered(
  statusView: SubscriptionStatusView,
  isPaymentConfigured: boolean,
): boolean {
  return isPaymentConfigured && isChangeable(statusView);
}

export function hasPaymentDue({ status }: SubscriptionStatusView): boolean {
  return status !== null && isPaymentDue(status);
}

function isKnown(status: string | null): status is SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.some((known) => known === status);
}
