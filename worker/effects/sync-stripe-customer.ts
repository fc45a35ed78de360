import type { Effect, EffectDeps, SharedEffect } from "./effect.ts";

/** Only the customer's id is taken from the Stripe event; the sync reads the rest. */
export function syncCustomerOfStripeEvent(deps: EffectDeps): Effect<"StripeEventReceived"> {
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
      const customerId =
        data.customerId ??
        (notification.startsWith("charge.dispute.")
          ? await deps.stripeActions.findDisputedCustomer({
              stripeEventId,
              disputeId: data.objectId,
            })
          : null);
      if (customerId === null) {
        return { externalId: null, facts: { notification, outcome: "no_customer" } };
      }
      const outcome = await deps.stripeActions.sync({ customerId, correlationId, stripeEventId });
      // No other outcome is recorded: audit rows must not depend on the order of the webhooks.
      const facts = outcome === "unknown_customer" ? { notification, outcome } : { notification };
      return { externalId: null, facts };
    },
  };
}

export function syncStripeCustomer(
  deps: EffectDeps,
): SharedEffect<{ correlationId: string; data: { customerId: string } }> {
  return {
    queue: "billing",
    external: false,
    async run({ data: { customerId }, correlationId }) {
      await deps.stripeActions.sync({ customerId, correlationId, stripeEventId: null });
      return { externalId: null, facts: {} };
    },
  };
}
