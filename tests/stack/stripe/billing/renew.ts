import { find } from "../find.ts";
import { periodEnd } from "../money/periods.ts";
import { listOf } from "../wire.ts";
import type { World } from "../world.ts";
import { discountsAt, endDiscount } from "./discounts.ts";
import { untilEnd } from "./end-dates.ts";
import { pendingCharges } from "./invoice-items.ts";
import { draftInvoice, setAside } from "./invoices.ts";
import { chargesFor } from "./items.ts";
import { cadenceOf } from "./prices.ts";
import { periodOf, type Subscription, updateSubscription } from "./subscription-status.ts";

export function renew(world: World, subscription: Subscription, at: number): void {
  const { end: start } = periodOf(subscription);
  const on = discountsAt(world, subscription.discounts, start).map((discount) => discount.id);
  for (const over of subscription.discounts.filter((id) => !on.includes(id))) {
    endDiscount(world, over, at);
  }
  const items = subscription.items.data.map((item) =>
    item.current_period_end > start
      ? item
      : {
          ...item,
          current_period_start: start,
          current_period_end: periodEnd(
            subscription.billing_cycle_anchor,
            cadenceOf(item.price),
            start,
          ),
        },
  );
  // Invoices of an unpaid subscription stay drafts.
  const advances = subscription.status !== "unpaid" && subscription.pause_collection === null;
  const draft = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_cycle",
    charges: [
      ...pendingCharges(world, subscription, { ofCustomer: true }),
      ...untilEnd(
        chargesFor(items.filter((item) => item.current_period_start === start)),
        subscription.cancel_at,
      ),
    ],
    discounts: on,
    period: periodOf(subscription),
    at,
    advances,
  });
  updateSubscription(
    world,
    find(world, "subscription", subscription.id),
    {
      ...(subscription.status === "trialing" && { status: "active" }),
      items: listOf(subscription.items.url, items),
      discounts: on,
      latest_invoice: draft.id,
    },
    at,
  );
  setAside(world, subscription, draft, at);
}
