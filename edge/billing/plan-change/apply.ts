import type { Stripe } from "stripe";
import type { PlanChangeResponse } from "#contracts/api/plan-change.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import { itemsKey } from "#contracts/billing/subscription-events.ts";
import { AppError } from "#contracts/errors.ts";
import { isInvalidRequest, isResourceMissing, isStripeUnavailable } from "#db/stripe/errors.ts";
import { hashOf } from "#db/stripe/hash-of.ts";
import { SCHEDULED_FROM_KEY, SCHEDULED_PRICES_KEY } from "#db/stripe/metadata-keys.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import { itemsOf, phasesOf, previewDueToday } from "./preview.ts";
import {
  type StripeSubscriptionRead,
  type AcceptedPlanChange,
  itemChanges,
  type ItemChange,
  namesOf,
  readStripeSubscription,
  RESTORE_SCHEDULE_KEY,
  restoreMark,
} from "./read.ts";

export type ApplyPlanChange = {
  decision: AcceptedPlanChange;
  prorationDate: number;
  dueTodayPence: number;
  /** Where the bank's confirmation returns to. */
  returnUrl: string;
  /** Throws if our own state forbids the change. */
  recheck: (read: StripeSubscriptionRead) => Promise<void>;
};

/**
 * Applies a plan change for exactly the previewed sum. Safe to repeat.
 *
 * @throws {AppError} `amount_changed`, and what Stripe throws
 */
export async function applyPlanChange(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
  input: ApplyPlanChange,
): Promise<PlanChangeResponse> {
  const changes = await itemChanges(payments, current, input.decision);
  return input.decision.when === "now"
    ? upgradeNow(payments, current, changes, input)
    : scheduleChange(payments, current, changes, input);
}

/** Safe to repeat; the subscription itself does not change. */
export async function releaseSchedule(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptionSchedules.release(id);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { status } = await stripe.subscriptionSchedules.retrieve(id);
    if (status === "active" || status === "not_started") throw error;
  }
}

export function amountChanged(): AppError {
  return new AppError("amount_changed", BILLING_MESSAGES.change.amountChanged);
}

async function upgradeNow(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  input: ApplyPlanChange,
): Promise<PlanChangeResponse> {
  const { stripe } = payments;
  const { decision, prorationDate, dueTodayPence, returnUrl } = input;
  const { id } = current;
  await restoreSchedule(payments, current);
  // The same change is already waiting for this payment.
  if (isPendingUpdate(current, decision) && current.invoice?.amount_due === dueTodayPence) {
    const answer = await confirmPayment(stripe, current.invoice, returnUrl);
    if (answer.outcome === "applied")
      await releaseOutdatedSchedule(stripe, await readStripeSubscription(stripe, id));
    return answer;
  }
  const due = await previewDueToday(stripe, current, decision, changes, prorationDate);
  if (due.pence !== dueTodayPence) {
    // Another click may have applied this change between the read and the preview.
    if (isApplied(await readStripeSubscription(stripe, id), changes)) {
      return { outcome: "applied", url: null };
    }
    throw amountChanged();
  }
  await input.recheck(current);
  await update(payments, current, changes, prorationDate);
  // An idempotent response may be older than the current state.
  const after = await readStripeSubscription(stripe, id);
  if (isApplied(after, changes)) {
    await releaseOutdatedSchedule(stripe, after);
    return { outcome: "applied", url: null };
  }
  await restoreSchedule(payments, after);
  if (!isPendingUpdate(after, decision) || after.invoice === null) throw amountChanged();
  return confirmPayment(stripe, after.invoice, returnUrl);
}

/**
 * An unpaid upgrade becomes a pending update beside a scheduled change. If Stripe refuses both at
 * once, the schedule is released and metadata says what to restore.
 *
 * @throws {AppError} `amount_changed`
 */
async function update(
  payments: StripeGateway,
  { id, schedule, snapshot }: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  prorationDate: number,
): Promise<void> {
  const { stripe } = payments;
  const ask = (how: string) =>
    stripe.subscriptions.update(
      id,
      {
        items: itemsOf(changes),
        proration_behavior: "always_invoice",
        payment_behavior: "pending_if_incomplete",
        proration_date: prorationDate,
      },
      { idempotencyKey: keyOf(id, changes, prorationDate, how) },
    );
  try {
    try {
      await ask("");
    } catch (error) {
      if (schedule === null || !isInvalidRequest(error) || isResourceMissing(error)) throw error;
      if (snapshot.scheduled !== null) {
        const mark = restoreMark(snapshot, snapshot.scheduled.priceIds.join(" "));
        await stripe.subscriptions.update(id, { metadata: { [RESTORE_SCHEDULE_KEY]: mark } });
      }
      await releaseSchedule(stripe, schedule.id);
      try {
        await ask("alone");
      } catch (refusal) {
        // The schedule was not the reason.
        if (isInvalidRequest(refusal))
          await restoreSchedule(payments, await readStripeSubscription(stripe, id));
        throw refusal;
      }
    }
  } catch (error) {
    // An item is gone: another change came first.
    throw isResourceMissing(error) ? amountChanged() : error;
  }
}

/** The newer change replaced it. Safe to repeat. */
export async function releaseOutdatedSchedule(
  stripe: Stripe,
  { schedule, snapshot }: StripeSubscriptionRead,
): Promise<void> {
  // A change scheduled later in another tab stays.
  if (schedule === null || schedule.metadata?.[SCHEDULED_FROM_KEY] === itemsKey(snapshot.items))
    return;
  await releaseSchedule(stripe, schedule.id);
}

/** Also after a request that was cut off. If Stripe refuses, the next request tries again. */
async function restoreSchedule(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
): Promise<void> {
  const { stripe } = payments;
  const { id, schedule, restorePriceIds } = current;
  if (restorePriceIds === null) return;
  const { plan, addons } = planAndAddons(restorePriceIds.map((priceId) => ({ priceId })));
  if (schedule === null && plan !== null) {
    const target = { plan, addons };
    const changes = await itemChanges(payments, current, { target });
    try {
      const created = await createSchedule(stripe, id);
      await saveSchedule(stripe, current, created.schedule, { target, changes });
    } catch (error) {
      if (isInvalidRequest(error)) return;
      throw error;
    }
  }
  await clearRestoreMark(stripe, id);
}

export async function clearRestoreMark(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.update(id, { metadata: { [RESTORE_SCHEDULE_KEY]: "" } });
}

async function confirmPayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  returnUrl: string,
): Promise<PlanChangeResponse> {
  const page = invoice.hosted_invoice_url ?? null;
  const intent = invoice.payments?.data[0]?.payment.payment_intent;
  const intentId = typeof intent === "string" ? intent : (intent?.id ?? null);
  if (intentId === null) return { outcome: "payment_needed", url: page };
  const { status } = await stripe.paymentIntents.retrieve(intentId);
  if (status === "succeeded") return { outcome: "applied", url: null };
  if (status !== "requires_action") return { outcome: "payment_needed", url: page };
  try {
    const asked = await stripe.paymentIntents.confirm(intentId, { return_url: returnUrl });
    if (asked.status === "succeeded") return { outcome: "applied", url: null };
    return { outcome: "action_required", url: asked.next_action?.redirect_to_url?.url ?? page };
  } catch (error) {
    // Stripe rejects the return URL: its hosted invoice page instead.
    if (isStripeUnavailable(error)) throw error;
    return { outcome: "action_required", url: page };
  }
}

async function scheduleChange(
  { stripe }: StripeGateway,
  current: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  { decision: { target }, dueTodayPence, recheck }: ApplyPlanChange,
): Promise<PlanChangeResponse> {
  if (dueTodayPence !== 0) throw amountChanged();
  const { id, snapshot, invoice } = current;
  await recheck(current);
  // The newer change wins; Stripe would apply both.
  if (snapshot.awaiting !== null && invoice?.status === "open") {
    await stripe.invoices.voidInvoice(invoice.id);
  }
  const { schedule, isOwn } =
    current.schedule === null
      ? await createSchedule(stripe, id)
      : { schedule: current.schedule, isOwn: false };
  // A schedule contains all items and discounts, so it would undo what another tab or the worker
  // changed since the read. From here on others see the schedule.
  const fresh = await readStripeSubscription(stripe, id);
  const refusal = isSame(current, fresh) ? await catchRejection(recheck(fresh)) : amountChanged();
  if (refusal !== null) {
    if (isOwn) await releaseSchedule(stripe, schedule.id);
    throw refusal;
  }
  const asked = await catchRejection(saveSchedule(stripe, fresh, schedule, { target, changes }));
  // An upgrade in another tab came first.
  if (!isSame(fresh, await readStripeSubscription(stripe, id))) {
    await releaseSchedule(stripe, schedule.id);
    throw amountChanged();
  }
  if (asked !== null) throw asked;
  if (fresh.restorePriceIds !== null) await clearRestoreMark(stripe, id);
  return { outcome: "scheduled", url: null };
}

/** @returns null on success */
async function catchRejection(work: Promise<void>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const isRejection = isInvalidRequest(error) || isStripeUnavailable(error);
    if (error instanceof Error && (error instanceof AppError || isRejection)) return error;
    throw error;
  }
}

async function saveSchedule(
  stripe: Stripe,
  current: StripeSubscriptionRead,
  schedule: Stripe.SubscriptionSchedule,
  { target, changes }: Pick<AcceptedPlanChange, "target"> & { changes: readonly ItemChange[] },
): Promise<void> {
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    metadata: {
      [SCHEDULED_PRICES_KEY]: namesOf(target).join(" "),
      [SCHEDULED_FROM_KEY]: itemsKey(current.snapshot.items),
    },
    phases: phasesOf(current, schedule, changes),
  });
}

/** Compares items, discounts and invoice. */
function isSame(one: StripeSubscriptionRead, other: StripeSubscriptionRead): boolean {
  const text = ({ snapshot: { items, discounts }, invoice }: StripeSubscriptionRead) =>
    JSON.stringify([
      items.map(({ stripePriceId, quantity }) => `${stripePriceId} ${quantity}`).toSorted(),
      discounts.map(({ couponId }) => String(couponId)).toSorted(),
      invoice?.id,
    ]);
  return text(one) === text(other);
}

/** A concurrent request may have created it. */
async function createSchedule(
  stripe: Stripe,
  id: string,
): Promise<{ schedule: Stripe.SubscriptionSchedule; isOwn: boolean }> {
  try {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    return { schedule, isOwn: true };
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { schedule } = await readStripeSubscription(stripe, id);
    if (schedule === null) throw error;
    return { schedule, isOwn: false };
  }
}

function keyOf(
  id: string,
  changes: readonly ItemChange[],
  prorationDate: number,
  how: string,
): string {
  return ["change", id, hashOf([changes, prorationDate]), ...(how === "" ? [] : [how])].join(".");
}

function isPendingUpdate(
  { snapshot: { awaiting }, invoice }: StripeSubscriptionRead,
  decision: AcceptedPlanChange,
) {
  const names = namesOf(decision.target).toSorted().join(" ");
  return awaiting?.priceIds.join(" ") === names && invoice?.status === "open";
}

function isApplied(
  { snapshot: { items } }: StripeSubscriptionRead,
  changes: readonly ItemChange[],
): boolean {
  const wanted = changes.flatMap(({ to }) => to ?? []).toSorted();
  return (
    items
      .map(({ stripePriceId }) => stripePriceId)
      .toSorted()
      .join(" ") === wanted.join(" ")
  );
}
