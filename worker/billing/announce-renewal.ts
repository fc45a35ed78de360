import { Stripe } from "stripe";
import { toldItems } from "#contracts/billing/item-names.ts";
import { collectionOf, isInvoiced } from "#contracts/billing/upcoming-payments.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { findSubscriptionById } from "#db/billing/find-subscriptions.ts";
import { recordRenewalNotice } from "#db/billing/record-notices.ts";
import { factsOf } from "#db/billing/subscription-facts.ts";
import type { BillingDeps } from "./billing-deps.ts";

export type AnnounceRenewalDeps = BillingDeps & {
  /** Left out: those whose sum differs from the last. */
  renewalNotices?: "changed" | "all";
};

export type AnnounceRenewal = { subscriptionId: string; correlationId: string };

/** Announces the sum of Stripe's upcoming invoice, once for each period. Safe to repeat. */
export async function announceRenewal(
  deps: AnnounceRenewalDeps,
  { subscriptionId, correlationId }: AnnounceRenewal,
): Promise<void> {
  const row = await findSubscriptionById(deps.db, subscriptionId);
  if (row === null || row.status !== "active" || row.isEnding || row.duplicateOf !== null) return;
  // The notice says that we take the payment.
  if (collectionOf(row) !== "usual" || isInvoiced(row)) return;
  const [duePence, lastPence] = await Promise.all([
    findUpcomingPence(deps.stripe, subscriptionId),
    findLastRenewalPence(deps.stripe, subscriptionId),
  ]);
  if (duePence === null || duePence === 0) return;
  if (deps.renewalNotices !== "all" && duePence === lastPence) return;
  const facts = factsOf(row);
  const { scheduled, currentPeriodEnd } = row;
  const isChanging = scheduled !== null && scheduled.at === currentPeriodEnd;
  await recordRenewalNotice(
    deps.db,
    newEvent({ ...deps, correlationId }, "RenewalAnnounced", BILLING_ACTOR, {
      ...facts,
      priceIds: isChanging ? toldItems(scheduled.items) : facts.priceIds,
      duePence,
      lastPence,
    }),
  );
}

/** @returns null when the subscription ends */
async function findUpcomingPence(stripe: Stripe, subscription: string): Promise<number | null> {
  try {
    const { amount_due: pence } = await stripe.invoices.createPreview({ subscription });
    return pence;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "invoice_upcoming_none") {
      return null;
    }
    throw error;
  }
}

/** The sum of the last renewal, else of the first payment: a plan change has an invoice of its own. */
async function findLastRenewalPence(stripe: Stripe, subscription: string): Promise<number | null> {
  const paid = stripe.invoices.list({ subscription, status: "paid", limit: 20 });
  for await (const { billing_reason: reason, amount_due: pence } of paid) {
    if (reason === "subscription_cycle" || reason === "subscription_create") return pence;
  }
  return null;
}
