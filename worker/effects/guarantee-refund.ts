import type { EffectDeps } from "./catalogue.ts";
import type { Effect } from "./effect.ts";

/** Gives somebody all that they paid for a subscription back, and ends it at once. */
export function guaranteeRefund(deps: EffectDeps): Effect<"RefundApproved"> {
  return {
    queue: "billing",
    // No repeat gives anything back twice, however late: the books say what is left.
    external: false,
    async run({ data, correlationId }) {
      const { refundRequestId, customerId, subscriptionId } = data;
      const providerId = await deps.cashier.refund({
        refundRequestId,
        customerId,
        subscriptionId,
        correlationId,
      });
      return { providerId, facts: { refundRequestId, subscriptionId } };
    },
  };
}
