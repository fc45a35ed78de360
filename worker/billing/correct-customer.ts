import type { Stripe } from "stripe";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { COMPANY } from "#contracts/company.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { keepStripesEmail, recordRefusedEmail } from "#db/billing/change-customers.ts";
import type { SavedBillingState } from "#db/billing/find-billing-state.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { eraseAtStripe } from "./erase-at-stripe.ts";
import { cancelImmediately } from "./refunds-and-voids.ts";
import { setAccountEmail } from "./set-account-email.ts";
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
  { db, stripe, makeId, now, findVatRate }: CorrectCustomerDeps,
  { customerId, correlationId, stripeEventId, snapshot, saved }: CorrectCustomer,
): Promise<boolean> {
  const { customer } = snapshot;
  const onRefused = () =>
    recordRefusedEmail(
      db,
      newEvent({ makeId, now, correlationId }, "AccountEmailRefused", BILLING_ACTOR, {
        customerId,
      }),
    );
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
    await setAccountEmail(stripe, {
      customerId,
      customer,
      accountEmail: saved.accountEmail,
      savedEmail: saved.email,
      onRefused,
      onOtherSet: () => keepStripesEmail(db, customerId),
    }),
    await eraseAtStripe(stripe, { customerId, customer, savedEmail: saved.email }),
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
