import { nowOf, type World } from "../world.ts";
import { billNow } from "./bill-now.ts";
import { createInvoiceItem } from "./invoice-items.ts";
import { prorationCharges } from "./items.ts";
import { endSubscription, type Subscription } from "./subscription-status.ts";

export function cancelImmediately(
  world: World,
  subscription: Subscription,
  reason: "cancellation_requested",
  how: { prorate: boolean; invoiceNow: boolean } = { prorate: false, invoiceNow: false },
): Subscription {
  const at = nowOf(world, subscription.customer);
  if (how.prorate && subscription.status === "active") {
    const credits = prorationCharges(world, {
      customer: subscription.customer,
      before: subscription.items.data,
      after: [],
      discountsBefore: subscription.discounts,
      discountsAfter: [],
      at,
    });
    for (const credit of credits) createInvoiceItem(world, subscription, credit, at);
  }
  const ended = endSubscription(world, subscription, { at, reason });
  return how.invoiceNow ? billNow(world, ended, { at, reason: "subscription_update" }) : ended;
}
