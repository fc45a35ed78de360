import type { EffectDeps } from "./catalogue.ts";
import type { Effect } from "./effect.ts";

/** Gives somebody all that they paid for a subscription back, and ends it at once. */
export function refundGuaranteeEffect(deps: EffectDeps): Effect<"RefundApproved"> {
  return {
    queue: "billing",
    // No repeat gives anything back twice, however late: the books say what is left.
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
