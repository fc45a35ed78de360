import { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { closeCheckoutSession } from "#db/billing/save-checkout-session.ts";
import { backfillEventCustomer } from "#db/billing/backfill-event-customer.ts";
import { listOpenCheckoutSessions } from "#db/billing/list-open-checkout-sessions.ts";
import { completeRefundRequest } from "#db/billing/complete-refund-request.ts";
import { syncCustomer, type SyncResult } from "#db/stripe/sync-customer.ts";
import type { Locks } from "#db/locks.ts";
import { PermanentError } from "../pipeline/permanent-error.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { refundSubscription } from "./refund-subscription.ts";
import { type ApplyRequest, applyRequest } from "./apply-request.ts";
import { useDefaultCard } from "./use-default-card.ts";

export type StripeActions = {
  sync(input: {
    customerId: string;
    correlationId: string;
    stripeEventId: string | null;
  }): Promise<Exclude<SyncResult["outcome"], "conflict">>;
  /**
   * Cancels a duplicate and refunds payments since the second purchase. A subscription that ran
   * alone before runs to the end of its paid period.
   *
   * @returns Stripe's id of the last refund, or null if nothing was paid since
   */
  refundDuplicate(input: {
    customerId: string;
    subscriptionId: string;
    keptSubscriptionId: string;
    correlationId: string;
  }): Promise<string | null>;
  refundUnderGuarantee(input: {
    refundRequestId: string;
    customerId: string;
    subscriptionId: string;
    correlationId: string;
  }): Promise<string | null>;
  /**
   * @throws {StripeRejected} when Stripe rejects a request permanently, after that is saved and
   * published
   */
  applyRequest(input: ApplyRequest): Promise<"applied" | "nothing_pending">;
  /**
   * A Stripe dispute names only the charge.
   *
   * @returns null for a charge without a customer
   */
  findDisputedCustomer(dispute: {
    stripeEventId: string;
    disputeId: string;
  }): Promise<string | null>;
  expireCheckoutSessions(customerId: string): Promise<number>;
  closeCheckoutSession(sessionId: string, how: "complete" | "expired"): Promise<void>;
};

export class StripeRejected extends PermanentError {
  override readonly name = "StripeRejected";
}

export type StripeActionsDeps = {
  db: Db;
  /** Null without a Stripe key. */
  stripe: Stripe | null;
  locks: Locks;
  makeId: MakeId;
  now: () => Date;
};

/**
 * A checkout session expires sooner: two subscriptions created within that time are one purchase
 * made twice.
 */
const SAME_PURCHASE_WINDOW_S = 24 * 3_600;

export function createStripeActions(deps: StripeActionsDeps): StripeActions {
  const { db, locks } = deps;
  const requireStripe = (): Stripe => {
    if (deps.stripe === null) throw new StripeRejected("payments are not configured");
    return deps.stripe;
  };
  const nameOf = (customerId: string) => `billing ${customerId}`;

  async function sync(input: Parameters<StripeActions["sync"]>[0]) {
    const stripe = requireStripe();
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
    sync: (input) => locks.hold(nameOf(input.customerId), () => callStripe(() => sync(input))),
    refundDuplicate: ({ customerId, subscriptionId, keptSubscriptionId, correlationId }) =>
      locks.hold(nameOf(customerId), () =>
        callStripe(async () => {
          const stripe = requireStripe();
          const refundId = await refundSubscription(stripe, {
            subscriptionId,
            reason: "duplicate",
            key: "duplicate",
            since: await duplicateSince(stripe, subscriptionId, keptSubscriptionId),
          });
          await sync({ customerId, correlationId, stripeEventId: null });
          return refundId;
        }),
      ),
    refundUnderGuarantee: ({ refundRequestId, customerId, subscriptionId, correlationId }) =>
      locks.hold(nameOf(customerId), () =>
        callStripe(async () => {
          const refundId = await refundSubscription(requireStripe(), {
            subscriptionId,
            reason: "requested_by_customer",
            key: refundRequestId,
            since: null,
          });
          await sync({ customerId, correlationId, stripeEventId: null });
          await completeRefundRequest(db, { id: refundRequestId, at: deps.now().toISOString() });
          return refundId;
        }),
      ),
    applyRequest: (input) =>
      locks.hold(nameOf(input.customerId), async () => {
        const { customerId, correlationId } = input;
        const settled = await callStripe(() =>
          applyRequest(
            {
              ...deps,
              stripe: requireStripe(),
              sync: () => sync({ customerId, correlationId, stripeEventId: null }),
            },
            input,
          ),
        );
        if (settled.outcome !== "rejected") return settled.outcome;
        throw new StripeRejected(`Stripe: ${settled.why}`);
      }),
    async findDisputedCustomer({ stripeEventId, disputeId }) {
      const { charge } = await callStripe(() =>
        requireStripe().disputes.retrieve(disputeId, { expand: ["charge"] }),
      );
      const customer = typeof charge === "string" ? null : charge.customer;
      const customerId = typeof customer === "string" ? customer : (customer?.id ?? null);
      if (customerId !== null) await backfillEventCustomer(db, { stripeEventId, customerId });
      return customerId;
    },
    async expireCheckoutSessions(customerId) {
      const stripe = requireStripe();
      const open = await listOpenCheckoutSessions(db, customerId);
      for (const sessionId of open) {
        await closeCheckoutSession(
          db,
          sessionId,
          await callStripe(() => expireSession(stripe, sessionId)),
        );
      }
      return open.length;
    },
    closeCheckoutSession: (sessionId, how) => closeCheckoutSession(db, sessionId, how),
  };
}

/** @returns unix seconds; null if both were one purchase, or the one that stays is older */
async function duplicateSince(
  stripe: Stripe,
  subscriptionId: string,
  keptSubscriptionId: string,
): Promise<number | null> {
  const [second, kept] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    stripe.subscriptions.retrieve(keptSubscriptionId),
  ]);
  return kept.created - second.created > SAME_PURCHASE_WINDOW_S ? kept.created : null;
}

/**
 * Releases outdated schedules: a later change was paid for, or the scheduled one was interrupted.
 *
 * @returns whether the state is outdated
 */
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
async function callStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = `Stripe: ${error.code ?? error.type} (${error.statusCode ?? "no status"})`;
    throw isResourceMissing(error) ? new StripeRejected(message) : new Error(message);
  }
}
