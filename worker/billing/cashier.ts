/** The billing port: what effects ask of the payment provider, always one at a time for each customer. */
import { Stripe } from "stripe";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { closeCheckout } from "#db/billing/keep-checkout.ts";
import { listOpenCheckouts } from "#db/billing/list-open-checkouts.ts";
import { syncCustomer, type SyncResult } from "#db/billing/sync-customer.ts";
import type { Locks } from "#db/locks.ts";
import { Refused } from "../refused.ts";

export type Cashier = {
  /** Reads a customer and keeps what is true of them. */
  sync(input: {
    customerId: string;
    correlationId: string;
    notificationId: string | null;
  }): Promise<Exclude<SyncResult["outcome"], "outpaced">>;
  /**
   * Ends a subscription that somebody paid for beside another one, and gives its money back.
   *
   * @returns the provider's id of the refund, or null where nothing was paid
   */
  undo(input: {
    customerId: string;
    subscriptionId: string;
    correlationId: string;
  }): Promise<string | null>;
  /** Closes the payment pages that a customer left open. */
  closePages(customerId: string): Promise<number>;
  /** Keeps that a payment page is over. */
  closePage(sessionId: string, how: "complete" | "expired"): Promise<void>;
};

/** The provider refuses for good, or there is none. */
export class PaymentsRefused extends Refused {
  override readonly name = "PaymentsRefused";
}

export type CashierDeps = {
  db: Db;
  /** Null where no payment provider is configured. */
  stripe: Stripe | null;
  locks: Locks;
  makeId: MakeId;
  now: () => Date;
};

/** Acts on customers of the payment provider. Everything may run twice: what is done is seen and left as it is. */
export function createCashier(deps: CashierDeps): Cashier {
  const { db, locks } = deps;
  const requireStripe = (): Stripe => {
    if (deps.stripe === null) throw new PaymentsRefused("payments are not configured");
    return deps.stripe;
  };
  const nameOf = (customerId: string) => `billing ${customerId}`;

  async function sync(input: Parameters<Cashier["sync"]>[0]) {
    const { outcome } = await syncCustomer(
      { ...deps, reader: requireStripe() },
      { ...input, graceMs: 0 },
    );
    if (outcome === "outpaced") throw new Error("others kept reading this customer");
    return outcome;
  }

  return {
    sync: (input) => locks.hold(nameOf(input.customerId), () => asking(() => sync(input))),
    undo: ({ customerId, subscriptionId, correlationId }) =>
      locks.hold(nameOf(customerId), () =>
        asking(async () => {
          const refundId = await undo(requireStripe(), subscriptionId);
          await sync({ customerId, correlationId, notificationId: null });
          return refundId;
        }),
      ),
    async closePages(customerId) {
      const stripe = requireStripe();
      const open = await listOpenCheckouts(db, customerId);
      for (const sessionId of open) {
        await closeCheckout(db, sessionId, await asking(() => expire(stripe, sessionId)));
      }
      return open.length;
    },
    closePage: (sessionId, how) => closeCheckout(db, sessionId, how),
  };
}

async function undo(stripe: Stripe, subscriptionId: string): Promise<string | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (subscription.status !== "canceled") await end(stripe, subscriptionId);
  let refundId: string | null = null;
  for await (const invoice of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    if (invoice.status === "paid" && invoice.amount_paid > 0) {
      refundId = (await refund(stripe, invoice.id)) ?? refundId;
    }
  }
  return refundId;
}

/** What has ended is not found by those who end it, and the library asks again when an answer was lost. */
async function end(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false });
  } catch (error) {
    if (!hasCode(error, "resource_missing")) throw error;
  }
}

async function refund(stripe: Stripe, invoiceId: string): Promise<string | null> {
  let refundId: string | null = null;
  for await (const paid of stripe.invoicePayments.list({ invoice: invoiceId, limit: 100 })) {
    const { payment_intent: intent } = paid.payment;
    if (paid.status !== "paid" || typeof intent !== "string") continue;
    try {
      const { id } = await stripe.refunds.create(
        { payment_intent: intent, reason: "duplicate" },
        { idempotencyKey: `duplicate.${intent}` },
      );
      refundId = id;
    } catch (error) {
      // What the provider's memory of our key does not hold any more, its books do.
      if (!hasCode(error, "charge_already_refunded")) throw error;
    }
  }
  return refundId;
}

/** Somebody may have paid on it in the meantime, or it closed by itself. */
async function expire(stripe: Stripe, sessionId: string): Promise<"complete" | "expired"> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open") {
    await stripe.checkout.sessions.expire(sessionId);
    return "expired";
  }
  return session.status === "complete" ? "complete" : "expired";
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** Only the provider's code goes on: its sentences may quote a person. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = `Stripe: ${error.code ?? error.type} (${error.statusCode ?? "no status"})`;
    throw error.code === "resource_missing" ? new PaymentsRefused(message) : new Error(message);
  }
}
