import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Effect, SharedEffect } from "../pipeline/effect.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export const announceRenewal = ({ stripeActions }: EffectDeps): Effect<"StripeEventReceived"> => ({
  queue: "billing",
  // One row per period writes one event.
  repeatMayDuplicate: false,
  when: ({ data }) => data.notification === "invoice.upcoming" && data.objectId !== data.customerId,
  async run({ data, correlationId }) {
    const { customerId, objectId: subscriptionId, stripeEventId } = data;
    if (customerId === null) return skipped("no_customer");
    const input = { customerId, subscriptionId, stripeEventId, correlationId };
    await stripeActions.announceRenewal(input);
    return { externalId: null, facts: { subscriptionId } };
  },
});

/** Checks an uploaded file by its content, and writes what may be shown: nobody reads the upload itself. */
export const checkMaterial = ({ material }: EffectDeps): Effect<"MaterialUploaded"> => ({
  queue: "material",
  repeatMayDuplicate: false,
  async run({ data: { mediaId } }) {
    const outcome = await material.check(mediaId);
    return outcome === null ? skipped("erased") : { externalId: null, facts: { mediaId, outcome } };
  },
});

export const expireCheckoutSessions = (deps: EffectDeps): Effect<"CheckoutCompleted"> => ({
  queue: "billing",
  repeatMayDuplicate: true,
  async run({ data }) {
    await deps.stripeActions.expireCheckoutSessions(data.customerId);
    return { externalId: null, facts: {} };
  },
});

/** The address is known only once Stripe has asked for it. */
export const findSecondSubscription = (deps: EffectDeps): Effect<"CheckoutCompleted"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ data: { subscriptionId }, correlationId }) {
    const found = await deps.recordSecondSubscriptions({ subscriptionId, correlationId });
    return { externalId: null, facts: { found } };
  },
});

export const openApprovalLinks = (
  deps: EffectDeps,
): SharedEffect<EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">> => ({
  queue: "database",
  repeatMayDuplicate: false,
  async run(event) {
    return { externalId: null, facts: { opened: await deps.openApprovalLinks(event) } };
  },
});

/** The files of a deleted account, whose rows are gone already, and a note of the erasure beside them. */
export const removeMaterial = ({ material }: EffectDeps): Effect<"AccountErased"> => ({
  queue: "material",
  repeatMayDuplicate: false,
  run: async ({ data: { userId } }) => ({
    externalId: null,
    facts: { files: await material.eraseOwner(userId) },
  }),
});

/** Paying for a subscription that ended for non-payment would not bring it back. */
export const voidOpenInvoices = ({ stripeActions }: EffectDeps): Effect<"SubscriptionEnded"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  when: ({ data }) => data.reason === "payment_failed",
  async run({ data: { customerId, subscriptionId }, correlationId }) {
    await stripeActions.voidOpenInvoices({ customerId, subscriptionId, correlationId });
    return { externalId: null, facts: { subscriptionId } };
  },
});

export const writeCreditNotes = ({ stripeActions }: EffectDeps): Effect<"RefundIssued"> => ({
  queue: "billing",
  repeatMayDuplicate: false,
  async run({ data: { customerId, orderId }, correlationId }) {
    const input = { customerId, orderId, correlationId };
    const externalId = await stripeActions.creditRefunds(input);
    return { externalId, facts: { orderId } };
  },
});

// Stripe refunds at most the rest of a payment, so a repeat refunds nothing.
const REPEATABLE = { queue: "billing", repeatMayDuplicate: false } as const;

export const refundDuplicate = ({
  stripeActions,
}: EffectDeps): Effect<"DuplicateSubscriptionFound"> => ({
  ...REPEATABLE,
  async run({ data, correlationId }) {
    const externalId = await stripeActions.refundDuplicate({ ...data, correlationId });
    return { externalId, facts: { subscriptionId: data.subscriptionId } };
  },
});

export const refundUnderGuarantee = ({ stripeActions }: EffectDeps): Effect<"RefundApproved"> => ({
  ...REPEATABLE,
  async run({ id, data, correlationId }) {
    const { refundRequestId, subscriptionId } = data;
    const { refundId, disputedPence } = await stripeActions.refundUnderGuarantee({
      eventId: id,
      correlationId,
      request: data,
    });
    return { externalId: refundId, facts: { refundRequestId, subscriptionId, disputedPence } };
  },
});
