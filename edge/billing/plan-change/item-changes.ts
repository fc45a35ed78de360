import type { Stripe } from "stripe";
import { planAndAddons, type PricedItem } from "#contracts/billing/stripe-state.ts";
import { FOR_SALE, RECURRING } from "#contracts/catalogue.ts";
import type { StripeSchedule } from "#db/stripe/response-shapes.ts";
import type { StripeGateway } from "../../adapters/stripe-gateway.ts";
import type { AcceptedPlanChange, StripeSubscriptionRead } from "./read.ts";

export type ItemChange = {
  /** Null for an addition. */
  readonly id: string | null;
  readonly quantity: number;
  /** The catalogue's id for `to`; null for a price outside it. */
  readonly priceId: string | null;
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
    if (stays) return { id, quantity, priceId, from: stripePriceId, to: stripePriceId };
    const to = priceId === plan ? newPlan : null;
    return { id, quantity, priceId: target.plan, from: stripePriceId, to };
  });
  const added = newIds
    .filter((priceId) => priceId !== target.plan)
    .map((priceId): ItemChange => ({
      id: null,
      quantity: 1,
      priceId,
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

/** Unchanged items keep their price; others have the catalogue's, as {@link itemChanges} requires. */
export function itemsAfter(
  { snapshot: { items } }: StripeSubscriptionRead,
  changes: readonly ItemChange[],
): PricedItem[] {
  return changes.flatMap(({ priceId, quantity, to }) => {
    if (to === null) return [];
    const pence =
      items.find(({ stripePriceId }) => stripePriceId === to)?.amountPence ??
      FOR_SALE.find((item) => item.priceId === priceId)?.pricePence;
    if (pence === undefined) throw new Error("Bug: a new price is not in the catalogue");
    return { priceId, amountPence: pence, quantity };
  });
}

/** Both phases name discounts and tax rates: a phase without would remove them. */
export function phasesOf(
  { snapshot, period }: StripeSubscriptionRead,
  schedule: StripeSchedule,
  changes: readonly ItemChange[],
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const itemsBy = (side: "from" | "to") =>
    changes.flatMap(({ quantity, [side]: price }) => (price === null ? [] : [{ price, quantity }]));
  const discountsAt = (timestamp: number) =>
    snapshot.discounts
      .filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > timestamp * 1_000)
      .map(({ id }) => ({ discount: id }));
  const taxRates = snapshot.taxRates.map(({ id }) => id);
  return [
    {
      items: itemsBy("from"),
      start_date: schedule.current_phase?.start_date ?? period.start,
      end_date: period.end,
      discounts: discountsAt(period.start),
      default_tax_rates: taxRates,
      proration_behavior: "none",
    },
    {
      items: itemsBy("to"),
      duration: RECURRING,
      discounts: discountsAt(period.end),
      default_tax_rates: taxRates,
      proration_behavior: "none",
    },
  ];
}
