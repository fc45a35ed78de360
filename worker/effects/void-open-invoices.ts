import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** Paying for a subscription that ended for non-payment would not bring it back. */
export function voidOpenInvoices({ stripeActions }: EffectDeps): Effect<"SubscriptionEnded"> {
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
