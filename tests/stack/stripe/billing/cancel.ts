import { find, update } from "../find.ts";
import { nowOf, type World } from "../world.ts";
import { collect } from "./collect.ts";
import { createInvoiceItem, pendingCharges } from "./invoice-items.ts";
import { draftInvoice, finalizeInvoice } from "./invoices.ts";
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
  const pending = pendingCharges(world, ended);
  if (!how.invoiceNow || pending.length === 0) return ended;
  const draft = draftInvoice(world, {
    customer: ended.customer,
    subscription: ended,
    reason: "subscription_update",
    charges: pending,
    discounts: [],
    period: { start: at, end: at },
    at,
    advances: false,
  });
  const open = finalizeInvoice(world, draft, at);
  collect(world, open, { at, by: "person" });
  return update(world, "subscription", find(world, "subscription", ended.id), {
    latest_invoice: open.id,
  });
}
