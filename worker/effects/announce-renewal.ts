import type { Effect } from "../pipeline/effect.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export function announceRenewal({ stripeActions }: EffectDeps): Effect<"StripeEventReceived"> {
  return {
    queue: "billing",
    // One row per period writes one event.
    repeatMayDuplicate: false,
    when: ({ data }) =>
      data.notification === "invoice.upcoming" && data.objectId !== data.customerId,
    async run({ data, correlationId }) {
      const { customerId, objectId: subscriptionId, stripeEventId } = data;
      if (customerId === null) return skipped("no_customer");
      const input = { customerId, subscriptionId, stripeEventId, correlationId };
      await stripeActions.announceRenewal(input);
      return { externalId: null, facts: { subscriptionId } };
    },
  };
}
