import { type Effect, type EffectDeps, skipped } from "./effect.ts";

export function announceRenewal({
  stripeActions,
}: Pick<EffectDeps, "stripeActions">): Effect<"StripeEventReceived"> {
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
