import type { Stripe } from "stripe";
import { isFromCatalogue } from "./metadata-keys.ts";
import { rememberId } from "./remember-id.ts";
import { listAll } from "./with-archived.ts";

/** Finds the VAT rate that `npm run billing:sync` makes; null before. */
export function createVatRateFinder(stripe: Stripe, now: () => Date): () => Promise<string | null> {
  return rememberId(async () => {
    const rates = await listAll(stripe.taxRates.list({ active: true, limit: 100 }));
    return rates.find(isFromCatalogue) ?? null;
  }, now);
}
