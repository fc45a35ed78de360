import type { Stripe } from "stripe";
import type { PlanChangeResponse } from "#contracts/api/plan-change.ts";
import { cataloguePriceIds } from "#contracts/billing/stripe-state.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import {
  isCardMissing,
  isInvalidRequest,
  isResourceMissing,
  isRetired,
  isStripeUnavailable,
} from "#db/stripe/errors.ts";
import { RESTORE_SCHEDULE_KEY } from "#db/stripe/metadata-keys.ts";
import type { LatestInvoice } from "#db/stripe/response-shapes.ts";
import { hashOf } from "#db/stripe/with-archived.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import { amountChangedError, previewDueToday } from "./amounts.ts";
import { type ItemChange, itemsOf, priceIdsOf } from "./item-changes.ts";
import {
  type AcceptedPlanChange,
  type ConfirmedPlanChange,
  readStripeSubscription,
  restoreMark,
  type StripeSubscriptionRead,
} from "./read.ts";
import { releaseOutdatedSchedule, releaseSchedule, restoreSchedule } from "./schedule.ts";

/**
 * Charges the change now. If the bank has to ask, Stripe holds it as a pending update.
 *
 * @throws {AppError} `amount_changed`, and what Stripe throws
 */
export async function upgradeNow(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  input: ConfirmedPlanChange,
): Promise<PlanChangeResponse> {
  const { stripe } = payments;
  const { decision, prorationDate, dueTodayPence, returnUrl } = input;
  const { id } = current;
  await restoreSchedule(payments, current);
  // The same change is already waiting for this payment.
  if (isPendingUpdate(current, decision) && current.invoice?.amount_due === dueTodayPence) {
    const response = await confirmPayment(stripe, current.invoice, returnUrl);
    if (response.outcome === "applied") {
      await releaseOutdatedSchedule(stripe, await readStripeSubscription(stripe, id));
    }
    return response;
  }
  const due = await previewDueToday(stripe, current, { decision, changes, prorationDate });
  if (due.pence !== dueTodayPence) {
    // Another click may have applied this change between the read and the preview.
    if (isApplied(await readStripeSubscription(stripe, id), changes)) {
      return { outcome: "applied", url: null };
    }
    throw amountChangedError();
  }
  await input.recheck(current);
  await updateItems(payments, current, changes, prorationDate);
  // An idempotent response may be older than the current state.
  const after = await readStripeSubscription(stripe, id);
  if (isApplied(after, changes)) {
    await releaseOutdatedSchedule(stripe, after);
    return { outcome: "applied", url: null };
  }
  await restoreSchedule(payments, after);
  if (!isPendingUpdate(after, decision) || after.invoice === null) throw amountChangedError();
  return confirmPayment(stripe, after.invoice, returnUrl);
}

type UpdateItems = (attempt: "" | "alone") => Promise<void>;

/** @throws {AppError} `amount_changed`, or `change_refused` without a card */
async function updateItems(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  prorationDate: number,
): Promise<void> {
  const { id } = current;
  const key = `change.${id}.${hashOf([changes, prorationDate])}`;
  const update: UpdateItems = async (attempt) => {
    await payments.stripe.subscriptions.update(
      id,
      {
        items: itemsOf(changes),
        proration_behavior: "always_invoice",
        payment_behavior: "pending_if_incomplete",
        proration_date: prorationDate,
      },
      { idempotencyKey: attempt === "" ? key : `${key}.${attempt}` },
    );
  };
  try {
    await updateBesideSchedule(payments, current, update);
  } catch (error) {
    if (isCardMissing(error)) throw new AppError("change_refused", BILLING_MESSAGES.change.noCard);
    // An item is gone: another change came first.
    throw isResourceMissing(error) ? amountChangedError() : error;
  }
}

/**
 * An unpaid upgrade becomes a pending update beside a scheduled change. If Stripe refuses both at
 * once, the schedule is released and metadata says what to restore.
 */
async function updateBesideSchedule(
  payments: StripeGateway,
  { id, schedule, snapshot }: StripeSubscriptionRead,
  update: UpdateItems,
): Promise<void> {
  const { stripe } = payments;
  try {
    return await update("");
  } catch (error) {
    if (schedule === null || !isInvalidRequest(error)) throw error;
    if (isResourceMissing(error) || isRetired(error)) throw error;
  }
  if (snapshot.scheduled !== null) {
    const mark = restoreMark(snapshot, cataloguePriceIds(snapshot.scheduled.items).join(" "));
    await stripe.subscriptions.update(id, { metadata: { [RESTORE_SCHEDULE_KEY]: mark } });
  }
  await releaseSchedule(stripe, schedule.id);
  try {
    await update("alone");
  } catch (error) {
    // The schedule was not the reason.
    if (isInvalidRequest(error)) {
      await restoreSchedule(payments, await readStripeSubscription(stripe, id));
    }
    throw error;
  }
}

async function confirmPayment(
  stripe: Stripe,
  invoice: LatestInvoice,
  returnUrl: string,
): Promise<PlanChangeResponse> {
  const page = invoice.hosted_invoice_url;
  const intentId = invoice.payments.data[0]?.payment?.payment_intent ?? null;
  if (intentId === null) return { outcome: "payment_needed", url: page };
  const { status } = await stripe.paymentIntents.retrieve(intentId);
  if (status === "succeeded") return { outcome: "applied", url: null };
  if (status !== "requires_action") return { outcome: "payment_needed", url: page };
  try {
    const confirmed = await stripe.paymentIntents.confirm(intentId, { return_url: returnUrl });
    if (confirmed.status === "succeeded") return { outcome: "applied", url: null };
    return { outcome: "action_required", url: confirmed.next_action?.redirect_to_url?.url ?? page };
  } catch (error) {
    if (isStripeUnavailable(error)) throw error;
    // Stripe rejected the return URL: the customer pays on the hosted invoice page instead.
    return { outcome: "action_required", url: page };
  }
}

function isPendingUpdate(
  { snapshot: { awaiting }, invoice }: StripeSubscriptionRead,
  { target }: AcceptedPlanChange,
): boolean {
  const priceIds = priceIdsOf(target).toSorted().join(" ");
  return awaiting?.priceIds.join(" ") === priceIds && invoice?.status === "open";
}

function isApplied(
  { snapshot: { items } }: StripeSubscriptionRead,
  changes: readonly ItemChange[],
): boolean {
  const current = items.map(({ stripePriceId }) => stripePriceId).toSorted();
  const target = changes.flatMap(({ to }) => to ?? []).toSorted();
  return current.join(" ") === target.join(" ");
}
