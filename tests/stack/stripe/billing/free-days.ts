import { find } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { listOf } from "../wire.ts";
import type { World } from "../world.ts";
import { billNow } from "./bill-now.ts";
import { chargesFor, prorationCharges } from "./items.ts";
import type { ProrationBehaviour } from "./payment-behaviour.ts";
import { renew } from "./renew.ts";
import { type Subscription, updateSubscription } from "./subscription-status.ts";

/**
 * Sets the end of a trial: a new period begins now, free of charge, and renewals move to its end. Unused days are credited.
 * Source: https://docs.stripe.com/api/subscriptions/update#update_subscription-trial_end
 *
 * @param given unix seconds
 */
export function setTrialEnd(
  world: World,
  subscription: Subscription,
  { given, proration, at }: { given: number | "now"; proration: ProrationBehaviour; at: number },
): Subscription {
  const until = given === "now" ? at : given;
  const isTrial = subscription.status === "trialing";
  if (given === "now" && !isTrial) return subscription;
  if (until < at || !(isTrial || subscription.status === "active")) {
    throw apiError("`trial_end` must be a timestamp in the future.", { param: "trial_end" });
  }
  const { customer, discounts, items } = subscription;
  const credits =
    isTrial || proration === "none"
      ? []
      : prorationCharges(world, {
          customer,
          before: items.data,
          after: [],
          discountsBefore: discounts,
          discountsAfter: discounts,
          at,
        });
  const free = items.data.map((item) => ({
    ...item,
    current_period_start: isTrial ? item.current_period_start : at,
    current_period_end: until,
  }));
  const trialing = updateSubscription(
    world,
    subscription,
    {
      status: "trialing",
      trial_start: isTrial ? subscription.trial_start : at,
      trial_end: until,
      billing_cycle_anchor: until,
      items: listOf(items.url, free),
    },
    at,
  );
  if (given === "now") {
    renew(world, trialing, at);
    return find(world, "subscription", subscription.id);
  }
  if (isTrial) return trialing;
  const ofNothing = chargesFor(free).map((charge) => ({ ...charge, amount: 0 }));
  return billNow(world, trialing, {
    at,
    reason: "subscription_update",
    charges: [...credits, ...ofNothing],
  });
}
