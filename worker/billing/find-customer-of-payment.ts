import type { Stripe } from "stripe";
import { idOf } from "#db/stripe/id-of.ts";

/** Ids that Stripe's emails and pages show, and that we do not store. */
const PAYMENT_ID = /^(pi|ch|py|re|pyr|pm)_[A-Za-z0-9]{1,255}$/;

/** An operator is waiting, so no retries. */
const ONCE = { timeout: 5_000, maxNetworkRetries: 0 } as const;

export type FindCustomerOfPayment = (id: string) => Promise<string | null>;

/** @returns null for a malformed or unknown id, and when Stripe fails */
export function createFindCustomerOfPayment(
  stripe: Stripe | null,
  onError: (error: Error) => void,
): FindCustomerOfPayment {
  return async function findCustomerOfPayment(id) {
    const kind = PAYMENT_ID.exec(id)?.[1];
    if (kind === undefined || stripe === null) return null;
    try {
      return idOf(await getCustomer(stripe, kind, id));
    } catch (error) {
      onError(error as Error);
      return null;
    }
  };
}

async function getCustomer(stripe: Stripe, kind: string, id: string) {
  switch (kind) {
    case "pi":
      return (await stripe.paymentIntents.retrieve(id, {}, ONCE)).customer;
    case "pm":
      return (await stripe.paymentMethods.retrieve(id, {}, ONCE)).customer;
    case "ch":
    case "py":
      return (await stripe.charges.retrieve(id, {}, ONCE)).customer;
    default: {
      const { charge } = await stripe.refunds.retrieve(id, {}, ONCE);
      return charge === null
        ? null
        : (await stripe.charges.retrieve(idOf(charge), {}, ONCE)).customer;
    }
  }
}
