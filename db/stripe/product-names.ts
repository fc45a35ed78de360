import type { Stripe } from "stripe";
import * as z from "zod";
import { isInvalidRequest } from "./errors.ts";
import { StripeProduct, type StripeSubscription } from "./response-shapes.ts";
import { type ProductNames, unlistedProductIds } from "./subscription-state.ts";

/**
 * Reads how Stripe calls what is outside the catalogue; without a request when nothing is. In the list of subscriptions it
 * would be a fifth level, and Stripe expands four.
 */
export async function readProductNames(
  stripe: Stripe,
  subscriptions: readonly StripeSubscription[],
): Promise<ProductNames> {
  const ids = [...new Set(subscriptions.flatMap(unlistedProductIds))];
  const names = await Promise.all(ids.map((id) => readProductName(stripe, id)));
  return new Map(ids.flatMap((id, index) => (names[index] == null ? [] : [[id, names[index]]])));
}

/** @returns null where Stripe refuses or names none */
async function readProductName(stripe: Stripe, id: string): Promise<string | null> {
  try {
    return StripeProduct.parse(await stripe.products.retrieve(id)).name;
  } catch (error) {
    if (isInvalidRequest(error) || error instanceof z.ZodError) return null;
    throw error;
  }
}
