import type { Stripe } from "stripe";
import type { PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import type { PlanSelection } from "#contracts/billing/plan-change.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";
import { isDatabaseUnavailable } from "#db/query-error.ts";
import { retry } from "#db/retry.ts";
import { isInvalidRequest, isStripeUnavailable } from "#db/stripe/errors.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { withArchived } from "#db/stripe/with-archived.ts";
import { requireStripe, type StripeGateway } from "../../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../../deps.ts";
import { requireUser } from "../../http/current-user.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents } from "../../http/publish-events.ts";
import { findOwnSubscription, requireOwnCard } from "../own-subscription.ts";
import { readStripeSubscription, type StripeSubscriptionRead } from "./read.ts";

export const PLAN_CHANGE_MAX_BYTES = 32 * 1_024;

/**
 * Repeats an attempt that reads the subscription: Stripe rejects a request when another click, a new period or new prices
 * came after the read. What the subscription has may be archived.
 */
export async function attemptChange<T extends object>(
  { stripe, isRetired, now }: StripeGateway,
  subscriptionId: string,
  attempt: (current: StripeSubscriptionRead) => Promise<T>,
): Promise<T> {
  const read = async () => attempt(await readStripeSubscription(stripe, subscriptionId));
  return retry(() => withArchived({ stripe, now }, subscriptionId, read), {
    attempts: 3,
    isStale: (error) => isRetired(error) || isInvalidRequest(error),
  });
}

/** @throws {AppError} `not_your_subscription`, `no_subscription` or `card_needed` */
export async function getChangeableSubscription(
  c: AppContext,
  deps: EdgeDeps,
  id: string | null = null,
): Promise<{ payments: StripeGateway; subscription: UserSubscriptionRow }> {
  const currentUser = await requireUser(c, deps);
  const payments = requireStripe(deps.payments);
  const { subscription } = await findOwnSubscription(deps, currentUser, { id });
  const { change: messages } = BILLING_MESSAGES;
  if (subscription === null && id !== null) {
    throw new AppError("not_your_subscription", messages.notYours);
  }
  if (subscription === null || !isOpen(subscription.status) || subscription.duplicateOf !== null) {
    throw new AppError("no_subscription", messages.noSubscription);
  }
  requireOwnCard(subscription);
  return { payments, subscription };
}

export function toSelection({ plan, add, remove }: PlanChangePreviewRequest): PlanSelection {
  return { plan: plan ?? null, add: add ?? [], remove: remove ?? [] };
}

/** Seconds since the epoch, within the period. Stripe's clock may run ahead. */
export function secondsInPeriod({ period }: StripeSubscriptionRead, now: Date): number {
  return Math.min(Math.max(Math.floor(now.getTime() / 1_000), period.start), period.end);
}

/** If the sync fails, the change stands and the webhook syncs. */
export async function syncChange(
  c: AppContext,
  deps: EdgeDeps,
  stripe: Stripe,
  customerId: string,
): Promise<void> {
  try {
    const synced = await syncCustomer(
      { db: deps.db, stripe, ...c.var.events },
      { customerId, stripeEventId: null },
    );
    if (synced.outcome === "synced") publishEvents(c, synced.events);
  } catch (error) {
    const isUnavailable =
      isStripeUnavailable(error) || (error instanceof Error && isDatabaseUnavailable(error));
    if (!isUnavailable) throw error;
    c.var.log.warn("sync_deferred", { customerId });
  }
}
