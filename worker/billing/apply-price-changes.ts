import type { Stripe } from "stripe";
import { listDuePriceChanges } from "#db/billing/find-due-notices.ts";
import type { Db } from "#db/client.ts";
import { SCHEDULED_FROM_KEY } from "#db/stripe/metadata-keys.ts";
import { keySlot } from "./stripe-calls.ts";

/**
 * Moves a subscription to its announced prices, shortly before it renews. Discounts stay. Safe to
 * repeat. A subscription with a pending change, or with one that is scheduled, waits for the renewal after it.
 *
 * @returns whether Stripe's subscription has changed
 */
export async function applyPriceChanges(
  { db, stripe, now }: { db: Db; stripe: Stripe; now: () => Date },
  subscriptionId: string,
): Promise<boolean> {
  const changes = await listDuePriceChanges(db, subscriptionId);
  if (changes.length === 0) return false;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["schedule"],
  });
  const { schedule, pending_update: pending } = subscription;
  if (pending !== null || typeof schedule === "string") return false;
  if (schedule !== null && !hasBegun(schedule)) return false;
  const items: Stripe.SubscriptionUpdateParams.Item[] = [];
  for (const { id, price } of subscription.items.data) {
    for (const { from, stripePriceId } of changes) {
      if (from !== price.id) continue;
      // A later change of the catalogue replaced the announced price, and has a notice of its own.
      const { active, lookup_key: lookupKey } = await stripe.prices.retrieve(stripePriceId);
      if (active && lookupKey !== null) items.push({ id, price: stripePriceId });
    }
  }
  if (items.length === 0) return false;
  // A schedule would put the items of its last phase back.
  if (schedule !== null) await stripe.subscriptionSchedules.release(schedule.id);
  const prices = items.map(({ price }) => price).join(":");
  await stripe.subscriptions.update(
    subscriptionId,
    { items, proration_behavior: "none" },
    { idempotencyKey: `reprice:${subscriptionId}:${prices}:${keySlot(now())}` },
  );
  return true;
}

/** The change of a schedule of ours has begun. Stripe keeps the schedule for another month. */
function hasBegun({
  current_phase: current,
  phases,
  metadata,
}: Stripe.SubscriptionSchedule): boolean {
  return (
    metadata?.[SCHEDULED_FROM_KEY] !== undefined &&
    current !== null &&
    phases.every(({ start_date: start }) => start < current.end_date)
  );
}
