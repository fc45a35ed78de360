import type { Stripe } from "stripe";
import type { PlanChangeResponse } from "#contracts/api/plan-change.ts";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import { itemsKey } from "#contracts/billing/subscription-transitions.ts";
import { AppError } from "#contracts/errors.ts";
import { isInvalidRequest, isStripeUnavailable } from "#db/stripe/errors.ts";
import { RESTORE_SCHEDULE_KEY, SCHEDULED_FROM_KEY } from "#db/stripe/metadata-keys.ts";
import { StripeSchedule } from "#db/stripe/response-shapes.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import { amountChangedError } from "./amounts.ts";
import { type ItemChange, itemChanges, phasesOf } from "./item-changes.ts";
import {
  type ConfirmedPlanChange,
  readStripeSubscription,
  type StripeSubscriptionRead,
} from "./read.ts";

/**
 * Schedules the change for the end of the period.
 *
 * @throws {AppError} `amount_changed`, and what Stripe throws
 */
export async function scheduleChange(
  { stripe }: StripeGateway,
  current: StripeSubscriptionRead,
  changes: readonly ItemChange[],
  { dueTodayPence, recheck }: ConfirmedPlanChange,
): Promise<PlanChangeResponse> {
  if (dueTodayPence !== 0) throw amountChangedError();
  const { id, snapshot, invoice } = current;
  await recheck(current);
  // The newer change wins; Stripe would apply both.
  if (snapshot.awaiting !== null && invoice?.status === "open") {
    await stripe.invoices.voidInvoice(invoice.id);
  }
  const { schedule, isNew } =
    current.schedule === null
      ? await createSchedule(stripe, id)
      : { schedule: current.schedule, isNew: false };
  // A schedule contains all items and discounts, so it would undo what another tab or the worker
  // changed after the read. From here on they see the schedule.
  const fresh = await readStripeSubscription(stripe, id);
  const error = isSame(current, fresh)
    ? await catchRejection(recheck(fresh))
    : amountChangedError();
  if (error !== null) {
    if (isNew) await releaseSchedule(stripe, schedule.id);
    throw error;
  }
  const rejection = await catchRejection(saveSchedule(stripe, fresh, schedule, changes));
  // An upgrade in another tab came first.
  if (!isSame(fresh, await readStripeSubscription(stripe, id))) {
    await releaseSchedule(stripe, schedule.id);
    throw amountChangedError();
  }
  if (rejection !== null) throw rejection;
  if (fresh.restorePriceIds !== null) await clearRestoreMark(stripe, id);
  return { outcome: "scheduled", url: null };
}

function isSame(one: StripeSubscriptionRead, other: StripeSubscriptionRead): boolean {
  const text = ({ snapshot: { items, discounts }, invoice }: StripeSubscriptionRead) =>
    JSON.stringify([
      items.map(({ stripePriceId, quantity }) => `${stripePriceId} ${quantity}`).toSorted(),
      discounts.map(({ couponId }) => String(couponId)).toSorted(),
      invoice?.id,
    ]);
  return text(one) === text(other);
}

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

/** A concurrent request may have created it. */
async function createSchedule(
  stripe: Stripe,
  id: string,
): Promise<{ schedule: StripeSchedule; isNew: boolean }> {
  try {
    const schedule = StripeSchedule.parse(
      await stripe.subscriptionSchedules.create({ from_subscription: id }),
    );
    return { schedule, isNew: true };
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { schedule } = await readStripeSubscription(stripe, id);
    if (schedule === null) throw error;
    return { schedule, isNew: false };
  }
}

async function saveSchedule(
  stripe: Stripe,
  current: StripeSubscriptionRead,
  schedule: StripeSchedule,
  changes: readonly ItemChange[],
): Promise<void> {
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    metadata: { [SCHEDULED_FROM_KEY]: itemsKey(current.snapshot.items) },
    phases: phasesOf(current, schedule, changes),
  });
}

/**
 * Creates the schedule that a failed upgrade released, also after a request that was cut off. If
 * Stripe rejects it, the next request tries again.
 */
export async function restoreSchedule(
  payments: StripeGateway,
  current: StripeSubscriptionRead,
): Promise<void> {
  const { stripe } = payments;
  const { id, schedule, restorePriceIds } = current;
  if (restorePriceIds === null) return;
  const { plan, addons } = planAndAddons(restorePriceIds.map((priceId) => ({ priceId })));
  if (schedule === null && plan !== null) {
    const changes = await itemChanges(payments, current, { target: { plan, addons } });
    try {
      const created = await createSchedule(stripe, id);
      await saveSchedule(stripe, current, created.schedule, changes);
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

/** Releases a schedule whose change a newer one replaced. Safe to repeat. */
export async function releaseOutdatedSchedule(
  stripe: Stripe,
  { schedule, snapshot }: StripeSubscriptionRead,
): Promise<void> {
  // A change scheduled later in another tab stays.
  if (schedule === null || schedule.metadata[SCHEDULED_FROM_KEY] === itemsKey(snapshot.items)) {
    return;
  }
  await releaseSchedule(stripe, schedule.id);
}

/** Ends a schedule; the subscription itself does not change. Safe to repeat. */
export async function releaseSchedule(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptionSchedules.release(id);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { status } = await stripe.subscriptionSchedules.retrieve(id);
    if (status === "active" || status === "not_started") throw error;
  }
}
