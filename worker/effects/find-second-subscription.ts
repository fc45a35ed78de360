import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** The address is known only once Stripe has asked for it. */
export function findSecondSubscription(deps: EffectDeps): Effect<"CheckoutCompleted"> {
  return {
    queue: "billing",
    repeatMayDuplicate: false,
    async run({ data: { subscriptionId }, correlationId }) {
      const found = await deps.recordSecondSubscriptions({ subscriptionId, correlationId });
      return { externalId: null, facts: { found } };
    },
  };
}
