import type { Effect, EffectDeps } from "./effect.ts";

// Stripe refunds at most the rest of a payment, so a repeat refunds nothing.
const REPEATABLE = { queue: "billing", external: false } as const;

export function refundDuplicate({
  stripeActions,
}: EffectDeps): Effect<"DuplicateSubscriptionFound"> {
  return {
    ...REPEATABLE,
    async run({ data, correlationId }) {
      const { customerId, subscriptionId, keptSubscriptionId } = data;
      const externalId = await stripeActions.refundDuplicate({
        customerId,
        subscriptionId,
        keptSubscriptionId,
        correlationId,
      });
      return { externalId, facts: { subscriptionId } };
    },
  };
}

export function refundUnderGuarantee({ stripeActions }: EffectDeps): Effect<"RefundApproved"> {
  return {
    ...REPEATABLE,
    async run({ data, correlationId }) {
      const { refundRequestId, customerId, subscriptionId } = data;
      const externalId = await stripeActions.refundUnderGuarantee({
        refundRequestId,
        customerId,
        subscriptionId,
        correlationId,
      });
      return { externalId, facts: { refundRequestId, subscriptionId } };
    },
  };
}
