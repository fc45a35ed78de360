import type { Effect, EffectDeps } from "./effect.ts";

export function expireCheckoutSessions(
  deps: Pick<EffectDeps, "stripeActions">,
): Effect<"CheckoutCompleted"> {
  return {
    queue: "billing",
    repeatMayDuplicate: true,
    async run({ data }) {
      await deps.stripeActions.expireCheckoutSessions(data.customerId);
      return { externalId: null, facts: {} };
    },
  };
}
