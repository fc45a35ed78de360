import { update } from "../find.ts";
import { type Kinds, listOf } from "../wire.ts";
import { differences, emit, type World } from "../world.ts";
import type { Invoice } from "./compose-invoice.ts";
import { voidInvoice } from "./invoices.ts";
import { updateSubscription } from "./subscription-status.ts";

export function isHeldBack(world: World, subscription: string, invoice: string): boolean {
  return world.store.get("promise", subscription)?.invoice === invoice;
}

export function applyPendingUpdate(world: World, paid: Invoice, at: number): void {
  const id = paid.parent?.subscription_details?.subscription ?? "";
  const promise = world.store.get("promise", id);
  const subscription = world.store.get("subscription", id);
  const items = subscription?.pending_update?.subscription_items;
  if (promise?.invoice !== paid.id || subscription === undefined || items == null) return;
  world.store.remove("promise", id);
  const after = update(world, "subscription", subscription, {
    items: listOf(`/v1/subscription_items?subscription=${id}`, items),
    pending_update: null,
  });
  emit(world, "customer.subscription.updated", after, at, differences(subscription, after));
  emit(world, "customer.subscription.pending_update_applied", after, at);
}

export function dropPendingUpdate(
  world: World,
  subscription: Kinds["subscription"],
  at: number,
): Kinds["subscription"] {
  const promise = world.store.get("promise", subscription.id);
  if (promise === undefined) return subscription;
  world.store.remove("promise", subscription.id);
  const invoice = world.store.get("invoice", promise.invoice);
  if (invoice?.status === "open") voidInvoice(world, invoice, at);
  const after = updateSubscription(world, subscription, { pending_update: null }, at);
  emit(world, "customer.subscription.pending_update_expired", after, at);
  return after;
}
