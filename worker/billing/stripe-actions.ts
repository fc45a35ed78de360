import { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { closeCheckoutSession } from "#db/billing/close-checkout-session.ts";
import { backfillEventCustomer } from "#db/billing/backfill-event-customer.ts";
import { listOpenCheckoutSessions } from "#db/billing/list-open-checkout-sessions.ts";
import { completeRefundRequest } from "#db/billing/complete-refund-request.ts";
import type { Locks } from "#db/locks.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { type SyncCustomer, syncCustomer } from "#db/stripe/sync-customer.ts";
import { PermanentError } from "../pipeline/permanent-error.ts";
import { type ApplyRequest, applyRequest } from "./apply-request.ts";
import { refundSubscription } from "./refund-subscription.ts";
import { idOf } from "./refunds-and-voids.ts";
import { useDefaultCard } from "./use-default-card.ts";

export class StripeRejected extends PermanentError {
  override readonly name = "StripeRejected";
}

export type StripeActionsDeps = {
  db: Db;
  stripe: Stripe | null;
  locks: Locks;
  makeId: MakeId;
  now: () => Date;
};

/** Checkout sessions expire sooner, so two subscriptions within a day are one purchase made twice. */
const SAME_PURCHASE_WINDOW_S = 24 * 3_600;

export type StripeActions = ReturnType<typeof createStripeActions>;

/** An object, because tests of effects replace its methods. */
export function createStripeActions(deps: StripeActionsDeps) {
  const { db, locks } = deps;

  function requireStripe(): Stripe {
    if (deps.stripe === null) throw new StripeRejected("payments are not configured");
    return deps.stripe;
  }

  function withLock<T>(customerId: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
    return locks.hold(`billing ${customerId}`, () => callStripe(() => work(requireStripe())));
  }

  async function syncNow(stripe: Stripe, input: SyncCustomer & { correlationId: string }) {
    const { outcome } = await syncCustomer(
      {
        ...deps,
        correlationId: input.correlationId,
        stripe,
        async correct(snapshot) {
          const isReleased = await releaseOutdatedSchedules(stripe, snapshot);
          const isCardChanged = await useDefaultCard(stripe, {
            customerId: input.customerId,
            snapshot,
            event: input.stripeEventId ?? input.correlationId,
            now: deps.now(),
          });
          return isReleased || isCardChanged;
        },
      },
      input,
    );
    if (outcome === "conflict") throw new Error("others kept reading this customer");
    return outcome;
  }

  return {
    sync(input: SyncCustomer & { correlationId: string }) {
      return withLock(input.customerId, (stripe) => syncNow(stripe, input));
    },
    /** Refunds payments since the second purchase; an older paid period runs to its end. */
    refundDuplicate(input: {
      customerId: string;
      subscriptionId: string;
      keptSubscriptionId: string;
      correlationId: string;
    }) {
      const { customerId, subscriptionId, keptSubscriptionId, correlationId } = input;
      return withLock(customerId, async (stripe) => {
        const refundId = await refundSubscription(stripe, {
          subscriptionId,
          reason: "duplicate",
          key: "duplicate",
          since: await duplicateSince(stripe, subscriptionId, keptSubscriptionId),
        });
        await syncNow(stripe, { customerId, correlationId, stripeEventId: null });
        return refundId;
      });
    },
    refundUnderGuarantee(input: {
      refundRequestId: string;
      customerId: string;
      subscriptionId: string;
      correlationId: string;
    }) {
      const { refundRequestId, customerId, subscriptionId, correlationId } = input;
      return withLock(customerId, async (stripe) => {
        const refundId = await refundSubscription(stripe, {
          subscriptionId,
          reason: "requested_by_customer",
          key: refundRequestId,
          since: null,
        });
        await syncNow(stripe, { customerId, correlationId, stripeEventId: null });
        await completeRefundRequest(db, { id: refundRequestId, at: deps.now().toISOString() });
        return refundId;
      });
    },
    /** @throws {StripeRejected} once a permanent rejection is saved and published */
    applyRequest(input: ApplyRequest) {
      const { customerId, correlationId } = input;
      return withLock(customerId, async (stripe) => {
        const sync = () => syncNow(stripe, { customerId, correlationId, stripeEventId: null });
        const result = await applyRequest({ ...deps, stripe, sync }, input);
        if (result.outcome !== "rejected") return result.outcome;
        throw new StripeRejected(`Stripe: ${result.why}`);
      });
    },
    /** A dispute names only the charge. */
    async findDisputedCustomer(dispute: { stripeEventId: string; disputeId: string }) {
      const { stripeEventId, disputeId } = dispute;
      const { charge } = await callStripe(() =>
        requireStripe().disputes.retrieve(disputeId, { expand: ["charge"] }),
      );
      const customerId = typeof charge === "string" ? null : idOf(charge.customer);
      if (customerId !== null) await backfillEventCustomer(db, { stripeEventId, customerId });
      return customerId;
    },
    async expireCheckoutSessions(customerId: string) {
      const stripe = requireStripe();
      const open = await listOpenCheckoutSessions(db, customerId);
      for (const sessionId of open) {
        const state = await callStripe(() => expireSession(stripe, sessionId));
        await closeCheckoutSession(db, sessionId, state);
      }
      return open.length;
    },
    closeCheckoutSession(sessionId: string, state: "complete" | "expired") {
      return closeCheckoutSession(db, sessionId, state);
    },
  };
}

/** @returns unix seconds; null if both were one purchase, or the kept one is older */
async function duplicateSince(
  stripe: Stripe,
  subscriptionId: string,
  keptSubscriptionId: string,
): Promise<number | null> {
  const [duplicate, kept] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    stripe.subscriptions.retrieve(keptSubscriptionId),
  ]);
  return kept.created - duplicate.created > SAME_PURCHASE_WINDOW_S ? kept.created : null;
}

/** @returns whether the snapshot is outdated */
async function releaseOutdatedSchedules(
  stripe: Stripe,
  { subscriptions }: StripeCustomerState,
): Promise<boolean> {
  let isChanged = false;
  for (const { schedule } of subscriptions) {
    if (schedule?.isOutdated === true && (await releaseSchedule(stripe, schedule.id)))
      isChanged = true;
  }
  return isChanged;
}

/** @returns false if another process released it first; the next sync reads the result */
async function releaseSchedule(stripe: Stripe, scheduleId: string): Promise<boolean> {
  try {
    await stripe.subscriptionSchedules.release(scheduleId);
    return true;
  } catch (error) {
    if (isInvalidRequest(error)) return false;
    throw error;
  }
}

async function expireSession(stripe: Stripe, sessionId: string): Promise<"complete" | "expired"> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open") {
    await stripe.checkout.sessions.expire(sessionId);
    return "expired";
  }
  return session.status === "complete" ? "complete" : "expired";
}

/** Omits Stripe's message, which may hold personal data. */
async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = `Stripe: ${error.code ?? error.type} (${error.statusCode ?? "no status"})`;
    throw isResourceMissing(error) ? new StripeRejected(message) : new Error(message);
  }
}
