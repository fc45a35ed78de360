import type { Stripe } from "stripe";
import type { ItemChange } from "../billing/items.ts";
import type { Subscription } from "../billing/subscription-status.ts";
import { changeBilling } from "../billing/change-billing.ts";
import { type PaymentBehaviour, type ProrationBehaviour } from "../billing/payment-behaviour.ts";
import { call, paging } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import { integer, metadata, text, timestamp } from "../http/params.ts";
import { throwMissing } from "../http/stripe-error.ts";
import type { SubscriptionItem } from "../wire.ts";
import type { World } from "../world.ts";
import { find } from "../find.ts";
import { payment, proration } from "./subscription-params.ts";

const how = () => ({
  payment_behavior: payment().optional(),
  proration_behavior: proration().optional(),
  proration_date: timestamp().optional(),
});

interface How {
  readonly payment_behavior?: PaymentBehaviour | undefined;
  readonly proration_behavior?: ProrationBehaviour | undefined;
  readonly proration_date?: number | undefined;
}

function findItem(world: World, id: string): { owner: Subscription; item: SubscriptionItem } {
  for (const owner of world.store.all("subscription")) {
    const item = owner.items.data.find((one) => one.id === id);
    if (item !== undefined) return { owner, item };
  }
  throw throwMissing("subscription_item", id, "id");
}

function change(world: World, owner: Subscription, item: ItemChange, given: How): Subscription {
  return changeBilling(world, owner, {
    items: [item],
    proration: given.proration_behavior ?? "create_prorations",
    prorationDate: given.proration_date ?? null,
    payment: given.payment_behavior ?? "allow_incomplete",
    restartsCycle: false,
    endsTrial: false,
  });
}

export const subscriptionItemCalls = [
  call<Stripe.SubscriptionItemCreateParams>()(
    "POST",
    "/v1/subscription_items",
    {
      ...how(),
      subscription: text(),
      price: text(),
      quantity: integer().optional(),
      metadata: metadata().optional(),
    },
    (world, { subscription, price, quantity, metadata: kept, ...given }) => {
      const owner = find(world, "subscription", subscription, "subscription");
      const changed = change(world, owner, { price, quantity, metadata: kept }, given);
      return changed.items.data.at(-1) ?? {};
    },
  ),
  call<Stripe.SubscriptionItemUpdateParams>()(
    "POST",
    "/v1/subscription_items/:id",
    {
      ...how(),
      price: text().optional(),
      quantity: integer().optional(),
      metadata: metadata().optional(),
    },
    (world, { price, quantity, metadata: kept, ...given }, id) => {
      const { owner } = findItem(world, id);
      change(world, owner, { id, price, quantity, metadata: kept }, given);
      return findItem(world, id).item;
    },
  ),
  call<Stripe.SubscriptionItemDeleteParams>()(
    "DELETE",
    "/v1/subscription_items/:id",
    how(),
    (world, given, id) => {
      change(world, findItem(world, id).owner, { id, deleted: true }, given);
      return { id, object: "subscription_item", deleted: true };
    },
  ),
  call<Stripe.SubscriptionItemRetrieveParams>()(
    "GET",
    "/v1/subscription_items/:id",
    {},
    (world, _given, id) => findItem(world, id).item,
  ),
  call<Stripe.SubscriptionItemListParams>()(
    "GET",
    "/v1/subscription_items",
    { ...paging(), subscription: text() },
    (world, given) => {
      const { items } = find(world, "subscription", given.subscription, "subscription");
      return pageOf("/v1/subscription_items", items.data, given);
    },
  ),
];
