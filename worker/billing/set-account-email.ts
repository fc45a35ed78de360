import type { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";

/**
 * Gives Stripe's customer the email of its account, which Stripe's receipts go to. One that the team has set there since
 * stays until the account has another. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
export async function setAccountEmail(
  stripe: Stripe,
  input: {
    customerId: string;
    customer: StripeCustomerState["customer"];
    accountEmail: string | null;
    /** Stripe's at the last sync. */
    savedEmail: string | null;
    onRefused: () => Promise<void>;
    onOtherSet: () => Promise<void>;
  },
): Promise<boolean> {
  const { customerId, customer, accountEmail: email } = input;
  if (email === null || customer.isDeleted || customer.email === email) return false;
  if (input.savedEmail === email) {
    await input.onOtherSet();
    return false;
  }
  try {
    await stripe.customers.update(customerId, { email });
    return true;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    if (error.code === "email_invalid") await input.onRefused();
    return false;
  }
}
