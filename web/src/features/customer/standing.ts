import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import {
  isActive,
  isPaymentDue,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "#contracts/billing/statuses.ts";
import { planOf } from "#contracts/billing/plan-change.ts";

/** What a subscription's row says, as far as the rules of the dashboard ask. */
export type Standing = {
  /** In the payment provider's words; null or `not_started` where there is no subscription. */
  readonly status: string | null;
  readonly priceId: string | null;
  /** Whether its end is set. */
  readonly isEnding: boolean;
  /** Whether a change waits for its payment. */
  readonly isAwaiting: boolean;
};

/** What somebody without a subscription is. */
const NOBODY: Standing = { status: null, priceId: null, isEnding: false, isAwaiting: false };

/** @param details what is known beyond the row; null while it is not */
export function standingOf(
  subscription: UserSubscription | null,
  details: Pick<SubscriptionDetails, "ends_at" | "awaiting"> | null = null,
): Standing {
  if (subscription === null) return NOBODY;
  const endsAt = details?.ends_at ?? null;
  return {
    status: subscription.subscription_status,
    priceId: subscription.price_id,
    isEnding: details === null ? subscription.cancel_at_period_end : endsAt !== null,
    isAwaiting: details !== null && details.awaiting !== null,
  };
}

export function hasSubscription({ status }: Standing): boolean {
  return status !== null && status !== "not_started";
}

/** Whether the subscription is running: on trial counts. */
export function isRunning({ status }: Standing): boolean {
  return isKnown(status) && isActive(status);
}

/** Whether the work goes on: also while a late payment is tried again. */
export function isServed(standing: Standing): boolean {
  return isRunning(standing) || standing.status === "past_due";
}

/** How the status is shown: running is green, everything else is yellow and in its own word. */
export function badgeOf(standing: Standing): { tone: "good" | "waiting"; label: string } {
  if (isRunning(standing)) return { tone: "good", label: "Active" };
  return { tone: "waiting", label: standing.status ?? "" };
}

/** Somebody who is, or has been, a customer: their subscription is running, or an order of theirs is completed. */
export function isCustomer(
  standing: Standing,
  orders: readonly Pick<UserOrder, "order_status">[],
): boolean {
  return isRunning(standing) || orders.some(({ order_status: status }) => status === "completed");
}

/** Whether an account manager is theirs to write to: with Plus and Premium, as long as those are not over. */
export function hasAccountManager(standing: Standing): boolean {
  const plan = planOf(standing.priceId)?.id;
  return isServed(standing) && (plan === "plus" || plan === "premium");
}

/** Whether anything can be changed just now. */
export function isChangeable(standing: Standing): boolean {
  return isRunning(standing) && !standing.isEnding && !standing.isAwaiting;
}

/** Whether the next plan is recommended: to customers of the smallest. */
export function isUpgradePromoted(standing: Standing): boolean {
  return isChangeable(standing) && planOf(standing.priceId)?.id === "starter";
}

/** Whether add-ons are offered: while the subscription can be changed, and where anything can be bought. */
export function areAddonsOffered(standing: Standing, isPaymentConfigured: boolean): boolean {
  return isPaymentConfigured && isChangeable(standing);
}

/** Whether a payment is due that could not be taken. */
export function owesPayment({ status }: Standing): boolean {
  return status !== null && isPaymentDue(status);
}

function isKnown(status: string | null): status is SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.some((known) => known === status);
}
