import type { World } from "../world.ts";
import { billNow } from "./bill-now.ts";
import type { Charge } from "./compose-invoice.ts";
import { prorationCharges } from "./items.ts";
import { endSubscription, type Subscription } from "./subscription-status.ts";

// https://docs.stripe.com/api/subscriptions/update#update_subscription-cancel_at

/** Charges of a later period only what is left until the subscription ends. */
export function untilEnd(charges: readonly Charge[], cancelAt: number | null): Charge[] {
  return charges.map((charge) => {
    const { start, end } = charge.period;
    if (cancelAt === null || cancelAt <= start || cancelAt >= end) return charge;
    const amount = Math.round((charge.amount * (cancelAt - start)) / (end - start));
    return { ...charge, amount, period: { start, end: cancelAt } };
  });
}

/** Credits what a new end date takes off the running periods, and charges what it gives back. */
export function endDateCharges(
  world: World,
  { customer, discounts, items }: Subscription,
  { before, after }: { before: number | null; after: number | null },
): Charge[] {
  const [none, all] = [[], items.data];
  const of = { customer, discountsBefore: discounts, discountsAfter: discounts };
  const charged =
    before === null
      ? none
      : prorationCharges(world, { ...of, before: none, after: all, at: before });
  const credited =
    after === null ? none : prorationCharges(world, { ...of, before: all, after: none, at: after });
  return [...charged, ...credited].filter(({ amount }) => amount !== 0);
}

/** Collects with the end what waits for an invoice. Source: https://docs.stripe.com/api/subscriptions/cancel */
export function endOnDate(world: World, subscription: Subscription, at: number): void {
  const ended = endSubscription(world, subscription, { at, reason: "cancellation_requested" });
  billNow(world, ended, { at, reason: "subscription_cycle", ofCustomer: true });
}
