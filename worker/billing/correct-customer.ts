import type { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { COMPANY } from "#contracts/company.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { keepStripesEmail, recordRefusedEmail } from "#db/billing/change-customers.ts";
import type { SavedBillingState } from "#db/billing/find-billing-state.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { cancelImmediately } from "./refunds-and-voids.ts";
import { setCompanyDetails } from "./set-company-details.ts";
import { setDefaultCard } from "./set-default-card.ts";
import { unlessRejected } from "./stripe-calls.ts";

type CorrectCustomerDeps = BillingDeps & {
  findVatRate: () => Promise<string | null>;
};

type CorrectCustomer = {
  customerId: string;
  correlationId: string;
  stripeEventId: string | null;
  snapshot: StripeCustomerState;
  saved: Pick<SavedBillingState, "accountEmail" | "email" | "setCards">;
};

/**
 * Corrects at Stripe what our rules ask of a customer. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
export async function correctCustomer(
  deps: CorrectCustomerDeps,
  input: CorrectCustomer,
): Promise<boolean> {
  const { stripe, now, findVatRate } = deps;
  const { customerId, correlationId, stripeEventId, snapshot, saved } = input;
  const corrections = [
    await endNeverPaid(stripe, snapshot),
    await releaseOutdatedSchedules(stripe, snapshot),
    await setDefaultCard(stripe, {
      customerId,
      snapshot,
      savedCards: saved.setCards,
      causeId: stripeEventId ?? correlationId,
      now: now(),
    }),
    await setCompanyDetails(stripe, { customerId, snapshot, company: COMPANY, findVatRate }),
    await setAccountEmail(deps, input),
    await eraseAtStripe(stripe, input),
  ];
  return corrections.includes(true);
}

/**
 * Stripe goes on charging after a first bank debit that failed.
 *
 * @returns whether the snapshot is outdated
 */
async function endNeverPaid(
  stripe: Stripe,
  { subscriptions }: StripeCustomerState,
): Promise<boolean> {
  const neverPaid = subscriptions.filter(
    ({ status, endReason }) => status === "incomplete" && endReason === "never_paid",
  );
  for (const { id } of neverPaid) await cancelImmediately(stripe, id);
  return neverPaid.length > 0;
}

/** @returns whether the snapshot is outdated */
async function releaseOutdatedSchedules(
  stripe: Stripe,
  { subscriptions }: StripeCustomerState,
): Promise<boolean> {
  let isChanged = false;
  for (const { schedule } of subscriptions) {
    if (schedule?.isOutdated !== true) continue;
    const isReleased = await unlessRejected(() =>
      stripe.subscriptionSchedules.release(schedule.id),
    );
    isChanged ||= isReleased;
  }
  return isChanged;
}

/**
 * Takes the name and the addresses of an erased customer from Stripe; invoices keep theirs, as the
 * law asks. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
async function eraseAtStripe(
  stripe: Stripe,
  { customerId, snapshot: { customer }, saved }: CorrectCustomer,
): Promise<boolean> {
  if (saved.email !== ERASED_EMAIL || customer.isDeleted || customer.email === null) return false;
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

/**
 * Gives Stripe's customer the email of its account, which Stripe's receipts go to. One that the team has set there since
 * stays until the account has another. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
async function setAccountEmail(
  deps: CorrectCustomerDeps,
  { customerId, correlationId, snapshot: { customer }, saved }: CorrectCustomer,
): Promise<boolean> {
  const { db, stripe } = deps;
  const { accountEmail: email } = saved;
  if (email === null || customer.isDeleted || customer.email === email) return false;
  // Stripe had this address at the last sync.
  if (saved.email === email) {
    await keepStripesEmail(db, customerId);
    return false;
  }
  try {
    await stripe.customers.update(customerId, { email });
    return true;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    if (error.code === "email_invalid") {
      await recordRefusedEmail(
        db,
        newEvent({ ...deps, correlationId }, "AccountEmailRefused", BILLING_ACTOR, { customerId }),
      );
    }
    return false;
  }
}
