import type { Stripe } from "stripe";
import { type CatalogueItem, productIdOf } from "#contracts/catalogue.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";

/** Moves the subscription's plan to a price of £150 a month, which is no longer sold. */
export async function payOldPrice(
  stripe: Stripe,
  { subscriptionId }: { subscriptionId: string },
  { priceId }: CatalogueItem,
): Promise<void> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const item = items.data.find(({ price }) => price.lookup_key === priceId);
  const { id: price } = await stripe.prices.create({
    product: productIdOf(priceId),
    unit_amount: 150_00,
    currency: "gbp",
    recurring: { interval: "month" },
    metadata: { ...CATALOGUE_METADATA, price_id: priceId },
  });
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: String(item?.id), price }],
    proration_behavior: "none",
  });
  await stripe.prices.update(price, { active: false });
}
