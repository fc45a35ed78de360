import { find, update } from "../find.ts";
import type { World } from "../world.ts";
import { collect } from "./collect.ts";
import type { Charge, InvoicePlan } from "./compose-invoice.ts";
import { pendingCharges } from "./invoice-items.ts";
import { draftInvoice, finalizeInvoice, setAside } from "./invoices.ts";
import type { Subscription } from "./subscription-status.ts";

/** Invoices what waits, and more, and tries to collect it once; nothing when there is nothing. */
export function billNow(
  world: World,
  subscription: Subscription,
  {
    at,
    reason,
    ofCustomer = false,
    charges = [],
  }: Pick<InvoicePlan, "at" | "reason"> & { ofCustomer?: boolean; charges?: readonly Charge[] },
): Subscription {
  const all = [...pendingCharges(world, subscription, { ofCustomer }), ...charges];
  if (all.length === 0) return subscription;
  const draft = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason,
    charges: all,
    discounts: subscription.discounts,
    period: { start: at, end: at },
    at,
    advances: false,
  });
  update(world, "subscription", find(world, "subscription", subscription.id), {
    latest_invoice: draft.id,
  });
  if (setAside(world, subscription, draft, at) === null) {
    const open = finalizeInvoice(world, draft, at);
    if (open.collection_method === "charge_automatically") {
      collect(world, open, { at, by: "person" });
    }
  }
  return find(world, "subscription", subscription.id);
}
