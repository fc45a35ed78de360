import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

export function expireCheckoutSessions(deps: EffectDeps): Effect<"CheckoutCompleted"> {
  return {
    queue: "billing",
    repeatMayDuplicate: true,
    async run({ data }) {
      await deps.stripeActions.expireCheckoutSessions(data.customerId);
      return { externalId: null, facts: {} };
    },
  };
}
