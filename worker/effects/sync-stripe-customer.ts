import type { Effect, SharedEffect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** Only the customer's id is taken from the Stripe event; the sync reads the rest. */
export const syncCustomerOfStripeEvent = (deps: EffectDeps): Effect<"StripeEventReceived"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ data, correlationId }) {
    const { stripeEventId, notification } = data;
    if (notification === "checkout.session.completed") {
      await deps.closeCheckoutSession(data.objectId, "complete");
    }
    if (notification === "checkout.session.expired") {
      await deps.closeCheckoutSession(data.objectId, "expired");
    }
    const customerId =
      data.customerId ??
      (await deps.stripeActions.findCustomerOfCharge({
        stripeEventId,
        notification,
        objectId: data.objectId,
      }));
    if (customerId === null) {
      return { externalId: null, facts: { notification, outcome: "no_customer" } };
    }
    const outcome = await deps.stripeActions.sync({ customerId, correlationId, stripeEventId });
    // No other outcome is recorded: audit rows must not depend on the order of the webhooks.
    const facts = outcome === "unknown_customer" ? { notification, outcome } : { notification };
    return { externalId: null, facts };
  },
});

/** Stripe's customer gets the account's new email. */
export const syncAccount = ({ stripeActions }: EffectDeps): Effect<"EmailChanged"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ data: { userId }, correlationId }) {
    const outcome = await stripeActions.syncAccount({ userId, correlationId });
    return { externalId: null, facts: { outcome } };
  },
});

/** Stripe forgets name and addresses of every erased customer that it still has: an erased account no longer names its own. */
export const syncErasedCustomers = ({ stripeActions }: EffectDeps): Effect<"AccountErased"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ correlationId }) {
    const customers = await stripeActions.syncErasedCustomers({ correlationId });
    return { externalId: null, facts: { customers } };
  },
});

export const syncStripeCustomer = (
  deps: EffectDeps,
): SharedEffect<{ correlationId: string; data: { customerId: string } }> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ data: { customerId }, correlationId }) {
    await deps.stripeActions.sync({ customerId, correlationId, stripeEventId: null });
    return { externalId: null, facts: {} };
  },
});
