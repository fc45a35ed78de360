import type { Effect, EffectDeps, EffectResult, SharedEffect } from "./effect.ts";

// The same for every outcome, so that audit rows do not depend on the order of the webhooks.
const DONE: EffectResult = { externalId: null, facts: {} };

/** Only the customer's id is taken from the Stripe event; the sync reads the rest. */
export function stripeEventSync(deps: EffectDeps): Effect<"StripeEventReceived"> {
  return {
    queue: "billing",
    external: false,
    async run({ data, correlationId }) {
      const { stripeEventId, notification } = data;
      if (notification === "checkout.session.completed") {
        await deps.stripeActions.closeCheckoutSession(data.objectId, "complete");
      }
      if (notification === "checkout.session.expired") {
        await deps.stripeActions.closeCheckoutSession(data.objectId, "expired");
      }
      const isDispute = notification.startsWith("charge.dispute.");
      const customerId =
        data.customerId === null && isDispute
          ? await deps.stripeActions.findDisputedCustomer({
              stripeEventId,
              disputeId: data.objectId,
            })
          : data.customerId;
      const facts = { notification };
      if (customerId === null) return { ...DONE, facts: { ...facts, outcome: "no_customer" } };
      const outcome = await deps.stripeActions.sync({ customerId, correlationId, stripeEventId });
      return {
        ...DONE,
        facts: { ...facts, ...(outcome === "unknown_customer" && { outcome }) },
      };
    },
  };
}

export function billingSync(
  deps: EffectDeps,
): SharedEffect<{ correlationId: string; data: { customerId: string } }> {
  return {
    queue: "billing",
    external: false,
    async run({ data: { customerId }, correlationId }) {
      await deps.stripeActions.sync({ customerId, correlationId, stripeEventId: null });
      return DONE;
    },
  };
}
