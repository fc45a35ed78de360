import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

// Stripe refunds at most the rest of a payment, so a repeat refunds nothing.
const REPEATABLE = { queue: "billing", repeatMayDuplicate: false } as const;

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
    async run({ id, data, correlationId }) {
      const { refundRequestId, subscriptionId } = data;
      const { refundId, disputedPence } = await stripeActions.refundUnderGuarantee({
        eventId: id,
        correlationId,
        request: data,
      });
      return { externalId: refundId, facts: { refundRequestId, subscriptionId, disputedPence } };
    },
  };
}
