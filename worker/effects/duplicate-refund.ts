import type { EffectDeps } from "./catalogue.ts";
import type { Effect } from "./effect.ts";

/** Ends the second subscription of somebody who has one, and gives its money back. */
export function duplicateRefund(deps: EffectDeps): Effect<"DuplicateSubscriptionFound"> {
  return {
    queue: "billing",
    external: true,
    async run({ data, correlationId }) {
      const { customerId, subscriptionId } = data;
      const providerId = await deps.cashier.undo({ customerId, subscriptionId, correlationId });
      return { providerId, facts: { subscriptionId } };
    },
  };
}
