import type { Effect, EffectDeps } from "./effect.ts";

export function refundDuplicateEffect(deps: EffectDeps): Effect<"DuplicateSubscriptionFound"> {
  return {
    queue: "billing",
    // Stripe refunds at most the rest of a payment, so a repeat refunds nothing.
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
