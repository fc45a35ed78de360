import type { EffectDeps } from "./catalogue.ts";
import type { Effect } from "./effect.ts";

/** Ends one of the two subscriptions that somebody has, and gives back what they paid for it beside the other. */
export function refundDuplicateEffect(deps: EffectDeps): Effect<"DuplicateSubscriptionFound"> {
  return {
    queue: "billing",
    // No repeat gives anything back twice, however late: the books say what is left.
    external: false,
    async run({ data, correlationId }) {
      const { customerId, subscriptionId, keptSubscriptionId } = data;
      const externalId = await deps.stripeActions.refundDuplicate({
        customerId,
        subscriptionId,
        keptSubscriptionId,
        correlationId,
      });
      return { externalId, facts: { subscriptionId } };
    },
  };
}
