import type { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { taxRatesToSet } from "#contracts/billing/tax-rates.ts";
import { type COMPANY, legalLineOf } from "#contracts/company.ts";
import { unlessRejected } from "./stripe-calls.ts";

type SetCompanyDetails = {
  customerId: string;
  snapshot: StripeCustomerState;
  company: typeof COMPANY;
  /** Null if Stripe has none of ours. */
  findVatRate: () => Promise<string | null>;
};

/**
 * Puts who the company is and its VAT on the next invoices of a customer with open subscriptions.
 * Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
export async function setCompanyDetails(
  stripe: Stripe,
  { customerId, snapshot, company, findVatRate }: SetCompanyDetails,
): Promise<boolean> {
  // Stripe may drop a pending update with any other change; when it ends, a webhook causes the
  // next sync.
  const open = snapshot.subscriptions.filter(
    ({ status, awaiting }) => isOpen(status) && awaiting === null,
  );
  if (open.length === 0) return false;
  const footer = legalLineOf(company);
  let isChanged = false;
  if (snapshot.customer.invoiceFooter !== footer) {
    isChanged = await unlessRejected(() =>
      stripe.customers.update(customerId, { invoice_settings: { footer } }),
    );
  }
  const isRegistered = company.vatNumber !== null;
  const rate = isRegistered ? await findVatRate() : null;
  if (isRegistered && rate === null) return isChanged;
  for (const { id, taxRates } of open) {
    const rates = taxRatesToSet(taxRates, rate);
    if (rates === null) continue;
    const isSet = await unlessRejected(() =>
      stripe.subscriptions.update(id, { default_tax_rates: rates.length === 0 ? "" : [...rates] }),
    );
    isChanged ||= isSet;
  }
  return isChanged;
}
