import type { Stripe } from "stripe";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import type { AcceptedPlanChange, StripeSubscriptionRead } from "./read.ts";

export type ItemChange = {
  /** Null for an addition. */
  readonly id: string | null;
  readonly quantity: number;
  /** Stripe's price id; null for an addition. */
  readonly from: string | null;
  /** Null for a removal. */
  readonly to: string | null;
};

/** Unchanged items keep their price, also an old or foreign one. */
export async function itemChanges(
  { pricesOf }: StripeGateway,
  { snapshot: { items } }: StripeSubscriptionRead,
  { target }: Pick<AcceptedPlanChange, "target">,
): Promise<ItemChange[]> {
  const targetIds = priceIdsOf(target);
  const newIds = targetIds.filter((id) => !items.some(({ priceId }) => priceId === id));
  const prices = await pricesOf(newIds);
  const priceOf = new Map(newIds.map((id, index) => [id, prices[index] ?? null]));
  const newPlan = priceOf.get(target.plan) ?? null;
  const { plan } = planAndAddons(items);
  const changes = items.map(({ id, priceId, stripePriceId, quantity }): ItemChange => {
    const stays = priceId === null || targetIds.includes(priceId);
    const replacement = priceId === plan ? newPlan : null;
    return { id, quantity, from: stripePriceId, to: stays ? stripePriceId : replacement };
  });
  const added = newIds
    .filter((priceId) => priceId !== target.plan)
    .map((priceId): ItemChange => ({
      id: null,
      quantity: 1,
      from: null,
      to: priceOf.get(priceId) ?? null,
    }));
  return [...changes, ...added];
}

export function priceIdsOf({ plan, addons }: AcceptedPlanChange["target"]): string[] {
  return [plan, ...addons];
}

export function itemsOf(changes: readonly ItemChange[]): Stripe.SubscriptionUpdateParams.Item[] {
  return changes
    .filter(({ from, to }) => from !== to)
    .map(({ id, to }) => ({
      ...(id === null ? {} : { id }),
      ...(to === null ? { deleted: true } : { price: to }),
    }));
}

/** Both phases name the discounts: a phase without would remove them. */
export function phasesOf(
  { snapshot, period }: StripeSubscriptionRead,
  schedule: Stripe.SubscriptionSchedule,
  changes: readonly ItemChange[],
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const itemsBy = (side: "from" | "to") =>
    changes.flatMap(({ quantity, [side]: price }) => (price === null ? [] : [{ price, quantity }]));
  const discountsAt = (timestamp: number) =>
    snapshot.discounts
      .filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > timestamp * 1_000)
      .map(({ id }) => ({ discount: id }));
  return [
    {
      items: itemsBy("from"),
      start_date: schedule.current_phase?.start_date ?? period.start,
      end_date: period.end,
      discounts: discountsAt(period.start),
      proration_behavior: "none",
    },
    {
      items: itemsBy("to"),
      duration: { interval: "month", interval_count: 1 },
      discounts: discountsAt(period.end),
      proration_behavior: "none",
    },
  ];
}
