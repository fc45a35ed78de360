import type { Stripe } from "stripe";
import * as z from "zod";
import { chooseCoupon, createDiscount, endDiscount } from "../billing/discounts.ts";
import { updateSubscription } from "../billing/subscription-status.ts";
import { filter } from "../find.ts";
import { call } from "../http/call.ts";
import { text, unsettable } from "../http/params.ts";
import { missingError, paramError } from "../http/stripe-error.ts";
import { listOf } from "../wire.ts";
import { nowOf } from "../world.ts";

/** Discounts alone, and those that never end: our code creates none. */
export const subscriptionItemCalls = [
  call<Stripe.SubscriptionItemUpdateParams>()(
    "POST",
    "/v1/subscription_items/:id",
    { discounts: unsettable(z.array(z.strictObject({ coupon: text() }))) },
    (world, { discounts }, id) => {
      const [subscription] = filter(world, "subscription", (one) =>
        one.items.data.some((item) => item.id === id),
      );
      const before = subscription?.items.data.find((item) => item.id === id);
      if (subscription === undefined || before === undefined) {
        throw missingError("subscription item", id, "item");
      }
      const { customer } = subscription;
      const at = nowOf(world, customer);
      const chosen = (discounts ?? []).map((choice) => chooseCoupon(world, choice, customer, at));
      if (chosen.some(({ coupon }) => coupon.duration !== "forever")) {
        throw paramError("The emulator knows discounts of items that never end only.", {
          param: "discounts",
        });
      }
      for (const gone of before.discounts) endDiscount(world, gone, at);
      const owner = { customer, subscription: subscription.id, item: id, at };
      const after = {
        ...before,
        discounts: chosen.map((one) => createDiscount(world, one, owner).id),
      };
      const items = subscription.items.data.map((item) => (item === before ? after : item));
      updateSubscription(world, subscription, { items: listOf(subscription.items.url, items) }, at);
      return after;
    },
  ),
];
