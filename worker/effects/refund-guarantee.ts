import type { Effect, EffectDeps } from "./effect.ts";

export function refundGuaranteeEffect(deps: EffectDeps): Effect<"RefundApproved"> {
  return {
    queue: "billing",
    // Stripe refunds at most the rest of a payment, so a repeat refunds nothing.
    external: false,
    async run({ data, correlationId }) {
      const { refundRequestId, customerId, subscriptionId } = data;
      const externalId = await deps.stripeActions.refundUnderGuarantee({
        refundRequestId,
        customerId,
        subscriptionId,
        correlationId,
      });
      return { externalId, facts: { refundRequestId, subscriptionId } };
    },
  };
}
