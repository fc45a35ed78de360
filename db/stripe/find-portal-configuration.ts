import type { Stripe } from "stripe";
import { isFromCatalogue } from "./metadata-keys.ts";

/** The portal's configuration that `npm run billing:sync` makes; Stripe's default is not ours. */
export async function findPortalConfiguration(
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | null> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (isFromCatalogue(one)) return one;
  }
  return null;
}
