import type { Effect, EffectDeps } from "./effect.ts";

/** Paying for a subscription that ended for non-payment would not bring it back. */
export function voidOpenInvoices({
  stripeActions,
}: Pick<EffectDeps, "stripeActions">): Effect<"SubscriptionEnded"> {
  return {
    queue: "billing",
    repeatMayDuplicate: false,
    when: ({ data }) => data.reason === "payment_failed",
    async run({ data: { customerId, subscriptionId }, correlationId }) {
      await stripeActions.voidOpenInvoices({ customerId, subscriptionId, correlationId });
      return { externalId: null, facts: { subscriptionId } };
    },
  };
}
