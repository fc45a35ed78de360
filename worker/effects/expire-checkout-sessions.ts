import type { EffectDeps } from "./catalogue.ts";
import type { Effect } from "./effect.ts";

/** Closes the other payment pages of somebody who has just paid on one. */
export function expireCheckoutSessions(deps: EffectDeps): Effect<"CheckoutCompleted"> {
  return {
    queue: "billing",
    external: true,
    async run({ data }) {
      await deps.stripeActions.expireCheckoutSessions(data.customerId);
      return { externalId: null, facts: {} };
    },
  };
}
