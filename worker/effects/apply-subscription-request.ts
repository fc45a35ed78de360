import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "./catalogue.ts";
import type { Effect, SharedEffect } from "./effect.ts";

type Told = {
  correlationId: string;
  data: { customerId: string; subscriptionId: string };
};

/** Tells the payment provider that the owner of a subscription took the offer to stay. */
export function applyOfferRequest(deps: EffectDeps): Effect<"RetentionApplied"> {
  return applyRequestEffect(deps, ({ data }: EventOf<"RetentionApplied">) => ({
    end: data.resumes,
    discount: true,
  }));
}

/**
 * Tells the payment provider that somebody cancelled. What the provider told us it knows, but for an end that comes at once:
 * it would go on to collect what is owed until the period's end.
 */
export function applyCancelRequest(deps: EffectDeps): Effect<"SubscriptionCancelled"> {
  return {
    ...applyRequestEffect(deps, ABOUT_END),
    when: ({ actor, data }) => actor.kind === "user" || data.isImmediate,
  };
}

/** Tells the payment provider that somebody took a cancellation back. What the provider told us it knows. */
export function applyResumeRequest(deps: EffectDeps): Effect<"SubscriptionResumed"> {
  return { ...applyRequestEffect(deps, ABOUT_END), when: ({ actor }) => actor.kind === "user" };
}

const ABOUT_END = () => ({ end: true, discount: false });

/** @param again what is tried again where the provider has refused it: a replay at the desk means that */
function applyRequestEffect<E extends Told>(
  deps: EffectDeps,
  again: (event: E) => { end: boolean; discount: boolean },
): SharedEffect<E> {
  return {
    queue: "billing",
    // It looks at what the provider has before it changes anything: no repeat is a second act, however late.
    external: false,
    async run(event) {
      const { customerId, subscriptionId } = event.data;
      const outcome = await deps.stripeActions.applyRequest({
        customerId,
        subscriptionId,
        correlationId: event.correlationId,
        again: again(event),
      });
      return { externalId: null, facts: { subscriptionId, outcome } };
    },
  };
}
