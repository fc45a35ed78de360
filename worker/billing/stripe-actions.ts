import type { Stripe } from "stripe";
import type { StripeEventType } from "#contracts/events/stripe-event-received.ts";
import { closeCheckoutSession } from "#db/billing/change-checkout-sessions.ts";
import { backfillEventCustomer, forgetRefusedEmail } from "#db/billing/change-customers.ts";
import { listOpenCheckoutSessions } from "#db/billing/find-checkout-sessions.ts";
import { findAccountCustomer, listErasedCustomers } from "#db/billing/find-customers.ts";
import type { Locks } from "#db/locks.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { type SyncCustomer, syncCustomer } from "#db/stripe/sync-customer.ts";
import { createVatRateFinder } from "#db/stripe/vat-rate.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import { forEach } from "../for-each.ts";
import {
  type AnnounceRenewal,
  announceRenewal,
  type AnnounceRenewalDeps,
} from "./announce-renewal.ts";
import { applyPriceChanges } from "./apply-price-changes.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { correctCustomer } from "./correct-customer.ts";
import { creditRefunds } from "./credit-refunds.ts";
import { type ReconcileRequests, reconcileRequests } from "./reconcile-requests.ts";
import {
  type RefundDuplicate,
  refundDuplicate,
  type RefundUnderGuarantee,
  refundUnderGuarantee,
} from "./refund-subscription.ts";
import { stopCollection } from "./refunds-and-voids.ts";
import { callStripe, StripeRejected } from "./stripe-calls.ts";

type StripeActionsDeps = Omit<BillingDeps, "stripe"> & {
  stripe: Stripe | null;
  locks: Locks;
} & Pick<AnnounceRenewalDeps, "renewalNotices">;

const lockOf = (customerId: string) => `billing ${customerId}`;

const CHARGE = { expand: ["charge"] };
const RETRIEVE_WITH_CHARGE: Readonly<
  Record<string, (stripe: Stripe, id: string) => Promise<{ charge: string | Stripe.Charge }>>
> = {
  dispute: (stripe, id) => stripe.disputes.retrieve(id, CHARGE),
  early_fraud_warning: (stripe, id) => stripe.radar.earlyFraudWarnings.retrieve(id, CHARGE),
};

type Customer = { customerId: string; correlationId: string };

type SyncInput = SyncCustomer & { correlationId: string };

export type StripeActions = ReturnType<typeof createStripeActions>;

/**
 * A method with the name of an imported function calls it under the customer's lock. An object, because tests of effects
 * replace its methods.
 */
export function createStripeActions(deps: StripeActionsDeps) {
  const { db, locks } = deps;

  const findVatRate =
    deps.stripe === null ? () => Promise.resolve(null) : createVatRateFinder(deps.stripe, deps.now);

  function requireStripe(): Stripe {
    if (deps.stripe === null) throw new StripeRejected("payments are not configured");
    return deps.stripe;
  }

  function withLock<T>(customerId: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
    return locks.hold(lockOf(customerId), () => callStripe(() => work(requireStripe())));
  }

  async function syncNow(stripe: Stripe, input: SyncInput) {
    const { outcome } = await syncCustomer(
      {
        ...deps,
        correlationId: input.correlationId,
        stripe,
        correct: (snapshot, saved) =>
          correctCustomer({ ...deps, stripe, findVatRate }, { ...input, snapshot, saved }),
      },
      input,
    );
    if (outcome === "conflict") throw new Error("others kept reading this customer");
    return outcome;
  }

  function withSync<T>(
    { customerId, correlationId }: Customer,
    work: (context: { stripe: Stripe; sync: () => Promise<unknown> }) => Promise<T>,
  ): Promise<T> {
    return withLock(customerId, (stripe) => {
      const sync = () => syncNow(stripe, { customerId, correlationId, stripeEventId: null });
      return work({ stripe, sync });
    });
  }

  return {
    sync(input: SyncInput) {
      return withLock(input.customerId, (stripe) => syncNow(stripe, input));
    },
    async syncAccount({ userId, correlationId }: { userId: string; correlationId: string }) {
      const customerId = await findAccountCustomer(db, userId);
      if (customerId === null) return "no_customer" as const;
      const input = { customerId, correlationId, stripeEventId: null };
      return withLock(customerId, async (stripe) => {
        await forgetRefusedEmail(db, customerId);
        return syncNow(stripe, input);
      });
    },
    async syncErasedCustomers({ correlationId }: { correlationId: string }) {
      const customerIds = await listErasedCustomers(db);
      const stripe = requireStripe();
      // Around the loop, which knows an outage by Stripe's own error.
      return callStripe(() =>
        forEach(
          customerIds,
          (customerId) => {
            const input = { customerId, correlationId, stripeEventId: null };
            return locks.hold(lockOf(customerId), () => syncNow(stripe, input));
          },
          (customerId) => customerId,
        ),
      );
    },
    refundDuplicate(input: RefundDuplicate & Customer) {
      return withSync(input, (context) => refundDuplicate(context, input));
    },
    creditRefunds(input: Customer & { orderId: string }) {
      return withSync(input, async ({ stripe, sync }) => {
        const noteId = await creditRefunds(
          { ...deps, stripe },
          await stripe.invoices.retrieve(input.orderId),
        );
        await sync();
        return noteId;
      });
    },
    refundUnderGuarantee(input: RefundUnderGuarantee) {
      const customer = { ...input, customerId: input.request.customerId };
      return withSync(customer, (context) => refundUnderGuarantee({ ...deps, ...context }, input));
    },
    /** Moves the subscription to announced prices first, so that the sum is the new one. */
    announceRenewal(input: AnnounceRenewal & { customerId: string; stripeEventId: string }) {
      return withLock(input.customerId, async (stripe) => {
        await syncNow(stripe, input);
        if (await applyPriceChanges({ ...deps, stripe }, input.subscriptionId)) {
          await syncNow(stripe, { ...input, stripeEventId: null });
        }
        await announceRenewal({ ...deps, stripe }, input);
      });
    },
    /** Stripe leaves the invoices of a subscription open when it ends it for non-payment. */
    voidOpenInvoices(input: Customer & { subscriptionId: string }) {
      return withSync(input, async ({ stripe, sync }) => {
        const invoices = await listAll(
          stripe.invoices.list({ subscription: input.subscriptionId, limit: 100 }),
        );
        for (const invoice of invoices) await stopCollection(stripe, invoice);
        await sync();
      });
    },
    /** @throws {StripeRejected} once a permanent rejection is saved and published */
    reconcileRequests(input: ReconcileRequests) {
      return withSync(input, async (context) => {
        const result = await reconcileRequests({ ...deps, ...context }, input);
        if (result.outcome !== "rejected") return result.outcome;
        throw new StripeRejected(`Stripe: ${result.error}`);
      });
    },
    /** A dispute or fraud warning names only the charge. */
    async findCustomerOfCharge(input: {
      stripeEventId: string;
      notification: StripeEventType;
      objectId: string;
    }) {
      const { stripeEventId, notification, objectId } = input;
      const retrieve = RETRIEVE_WITH_CHARGE[notification.split(".")[1] ?? ""];
      if (retrieve === undefined) return null;
      const { charge } = await callStripe(() => retrieve(requireStripe(), objectId));
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
  };
}

async function expireSession(stripe: Stripe, sessionId: string): Promise<"complete" | "expired"> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open") {
    await stripe.checkout.sessions.expire(sessionId);
    return "expired";
  }
  return session.status === "complete" ? "complete" : "expired";
}
