import type { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { unlessRejected } from "./stripe-calls.ts";

/**
 * Takes the name and the addresses of an erased customer from Stripe; invoices keep theirs, as the
 * law asks. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
export async function eraseAtStripe(
  stripe: Stripe,
  input: {
    customerId: string;
    customer: StripeCustomerState["customer"];
    savedEmail: string | null;
  },
): Promise<boolean> {
  const { customerId, customer, savedEmail } = input;
  if (savedEmail !== ERASED_EMAIL || customer.isDeleted || customer.email === null) return false;
  return unlessRejected(() =>
    stripe.customers.update(customerId, {
      email: "",
      name: "",
      business_name: "",
      phone: "",
      address: "",
    }),
  );
}
