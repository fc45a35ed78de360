import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import {
  isActive,
  isPaymentDue as isPaymentDueIn,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "#contracts/billing/subscription-status.ts";
import { planOf } from "#contracts/billing/plans.ts";

/** What a subscription's row says, as far as the rules of the dashboard ask. */
export type SubscriptionStatusView = {
  /** In the payment provider's words; null or `not_started` where there is no subscription. */
  readonly status: string | null;
  readonly priceId: string | null;
  /** Whether its end is set. */
  readonly isEnding: boolean;
  /** Whether a change waits for its payment. */
  readonly hasPendingUpdate: boolean;
};

/** What somebody without a subscription is. */
const NOBODY: SubscriptionStatusView = {
  status: null,
  priceId: null,
  isEnding: false,
  hasPendingUpdate: false,
};

/** @param details what is known beyond the row; null while it is not */
export function subscriptionStatusOf(
  subscription: UserSubscription | null,
  details: Pick<SubscriptionDetails, "ends_at" | "awaiting"> | null = null,
): SubscriptionStatusView {
  if (subscription === null) return NOBODY;
  const endsAt = details?.ends_at ?? null;
  return {
    status: subscription.subscription_status,
    priceId: subscription.price_id,
    isEnding: details === null ? subscription.cancel_at_period_end : endsAt !== null,
    hasPendingUpdate: details !== null && details.awaiting !== null,
  };
}

export function hasSubscription({ status }: SubscriptionStatusView): boolean {
  return status !== null && status !== "not_started";
}

/** Whether the subscription is running: on trial counts. */
export function isRunning({ status }: SubscriptionStatusView): boolean {
  return isKnown(status) && isActive(status);
}

/** Whether the work goes on: also while a late payment is tried again. */
export function isServiceActive(statusView: SubscriptionStatusView): boolean {
  return isRunning(statusView) || statusView.status === "past_due";
}

/** How the status is shown: running is green, everything else is yellow and in its own word. */
export function badgeOf(statusView: SubscriptionStatusView): {
  tone: "good" | "waiting";
  label: string;
} {
  if (isRunning(statusView)) return { tone: "good", label: "Active" };
  return { tone: "waiting", label: statusView.status ?? "" };
}

/** Somebody who is, or has been, a customer: their subscription is running, or an order of theirs is completed. */
export function isCustomer(
  statusView: SubscriptionStatusView,
  orders: readonly Pick<UserOrder, "order_status">[],
): boolean {
  return isRunning(statusView) || orders.some(({ order_status: status }) => status === "completed");
}

/** Whether an account manager is theirs to write to: with Plus and Premium, as long as those are not over. */
export function hasAccountManager(statusView: SubscriptionStatusView): boolean {
  const plan = planOf(statusView.priceId)?.id;
  return isServiceActive(statusView) && (plan === "plus" || plan === "premium");
}

/** Whether anything can be changed just now. */
export function isChangeable(statusView: SubscriptionStatusView): boolean {
  return isRunning(statusView) && !statusView.isEnding && !statusView.hasPendingUpdate;
}

/** Whether the next plan is recommended: to customers of the smallest. */
export function isUpgradePromoted(statusView: SubscriptionStatusView): boolean {
  return isChangeable(statusView) && planOf(statusView.priceId)?.id === "starter";
}

/** Whether add-ons are offered: while the subscription can be changed, and where anything can be bought. */
export function areAddonsOffered(
  statusView: SubscriptionStatusView,
  isPaymentConfigured: boolean,
): boolean {
  return isPaymentConfigured && isChangeable(statusView);
}

/** Whether a payment is due that could not be taken. */
export function isPaymentDue({ status }: SubscriptionStatusView): boolean {
  return status !== null && isPaymentDueIn(status);
}

function isKnown(status: string | null): status is SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.some((known) => known === status);
}
