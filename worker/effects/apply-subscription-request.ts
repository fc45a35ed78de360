import type { EventOf } from "#contracts/events/catalogue.ts";
import type { ReconcileRequests } from "../billing/reconcile-requests.ts";
import type { Effect, SharedEffect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

type SubscriptionEvent = {
  correlationId: string;
  data: { customerId: string; subscriptionId: string };
};

export const applyOfferRequest = (deps: EffectDeps): Effect<"RetentionApplied"> =>
  applyRequestEffect(deps, ({ data }: EventOf<"RetentionApplied">) => ({
    cancelOrResume: data.resumes,
    offer: true,
  }));

/**
 * A cancellation in Stripe's portal is applied only if it must be immediate: Stripe would go on
 * collecting the payment.
 */
export const applyCancelRequest = (deps: EffectDeps): Effect<"SubscriptionCancelled"> => ({
  ...applyRequestEffect(deps, CANCEL_OR_RESUME),
  when: ({ actor, data }) => actor.kind === "user" || data.isImmediate,
});

export const applyResumeRequest = (deps: EffectDeps): Effect<"SubscriptionResumed"> => ({
  ...applyRequestEffect(deps, CANCEL_OR_RESUME),
  when: ({ actor }) => actor.kind === "user",
});

const CANCEL_OR_RESUME = () => ({ cancelOrResume: true, offer: false });

const applyRequestEffect = <E extends SubscriptionEvent>(
  deps: EffectDeps,
  retryRejectedOf: (event: E) => ReconcileRequests["retryRejected"],
): SharedEffect<E> => ({
  queue: "billing",
  // Compares with Stripe before each change, so a repeat changes nothing.
  repeatMayDuplicate: false,
  async run(event) {
    const { customerId, subscriptionId } = event.data;
    const outcome = await deps.stripeActions.reconcileRequests({
      customerId,
      subscriptionId,
      correlationId: event.correlationId,
      retryRejected: retryRejectedOf(event),
    });
    return { externalId: null, facts: { subscriptionId, outcome } };
  },
});
