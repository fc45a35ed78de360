import * as z from "zod";
import {
  type DiscountChoice,
  chooseCoupon,
  createDiscount,
  endDiscount,
} from "../billing/discounts.ts";
import type { Subscription } from "../billing/subscription-status.ts";
import { flag, integer, metadata, text, timestamp, unsettable } from "../http/params.ts";
import { apiError } from "../http/stripe-error.ts";
import { nowOf, type World } from "../world.ts";

const quantity = () => integer().refine((value) => value >= 0);

export const newItems = () =>
  z
    .array(
      z.strictObject({
        price: text(),
        quantity: quantity().optional(),
        metadata: metadata().optional(),
      }),
    )
    .min(1)
    .max(20);

export const changedItems = () =>
  z
    .array(
      z.strictObject({
        id: text().optional(),
        price: text().optional(),
        quantity: quantity().optional(),
        deleted: flag().optional(),
        metadata: metadata().optional(),
        clear_usage: flag().optional(),
      }),
    )
    .max(20);

export const discountChoices = () =>
  unsettable(
    z.array(
      z.strictObject({
        coupon: text().optional(),
        promotion_code: text().optional(),
        discount: text().optional(),
      }),
    ),
  );

export const defaultTaxRates = () => unsettable(z.array(text()));

export const proration = () => z.enum(["create_prorations", "always_invoice", "none"]);
export const payment = () =>
  z.enum([
    "allow_incomplete",
    "default_incomplete",
    "error_if_incomplete",
    "pending_if_incomplete",
  ]);
export const anchor = () => z.strictObject({ type: z.enum(["now", "unchanged"]) });
export const cancelAt = () =>
  unsettable(z.union([z.enum(["min_period_end", "max_period_end"]), timestamp()]));
export const cancellation = () =>
  z.strictObject({
    comment: unsettable(text()).optional(),
    feedback: unsettable(
      z.enum([
        "customer_service",
        "low_quality",
        "missing_features",
        "other",
        "switched_service",
        "too_complex",
        "too_expensive",
        "unused",
      ]),
    ).optional(),
  });

export function changeDiscounts(
  world: World,
  subscription: Subscription,
  choices: readonly DiscountChoice[] | null,
): string[] {
  const at = nowOf(world, subscription.customer);
  const wanted = choices ?? [];
  const kept = wanted.flatMap((choice) => choice.discount ?? []);
  for (const id of kept) {
    if (!subscription.discounts.includes(id)) {
      throw apiError(`No such discount: '${id}'`, {
        code: "resource_missing",
        param: "discounts[0][discount]",
      });
    }
  }
  for (const gone of subscription.discounts.filter((id) => !kept.includes(id))) {
    endDiscount(world, gone, at);
  }
  return wanted.map((choice) => {
    if (choice.discount !== undefined) return choice.discount;
    const chosen = chooseCoupon(world, choice, subscription.customer, at);
    const owner = { customer: subscription.customer, subscription: subscription.id, at };
    return createDiscount(world, chosen, owner).id;
  });
}
