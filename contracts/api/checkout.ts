import * as z from "zod/mini";
import { PROMOTION_CODE_MAX } from "../billing/coupons.ts";
import { EMAIL_MAX } from "../text.ts";
import { priceId, PRICES_MAX } from "./billing-fields.ts";
import { PurchaseConversion } from "./conversion.ts";

const URL_MAX = 2_000;

const url = z.string().check(z.maxLength(URL_MAX));

const promotionCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(PROMOTION_CODE_MAX));

const LineItem = z.strictObject({ priceId, quantity: z.literal(1) });

/**
 * `POST /functions/v1/stripe-checkout`: either `lineItems`, the plan first, or the `priceId` of one
 * plan.
 */
export const CheckoutRequest = z
  .strictObject({
    lineItems: z.optional(z.array(LineItem).check(z.maxLength(PRICES_MAX))),
    priceId: z.optional(priceId),
    mode: z.literal("subscription"),
    /** Pages of our own site. Stripe replaces `{CHECKOUT_SESSION_ID}`. */
    successUrl: url,
    cancelUrl: url,
    /** A visitor gives one; a user pays under the email of the account. */
    customerEmail: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.email())),
    ),
    code: z.optional(promotionCode),
    conversion: z.optional(PurchaseConversion),
  })
  .check(
    z.refine(
      ({ lineItems, priceId: single }) => (lineItems === undefined) !== (single === undefined),
      { path: ["lineItems"], error: "give either lineItems or priceId" },
    ),
  );
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** Stripe's checkout page, or our plan change page for a user with an open subscription. */
export const CheckoutResponse = z.object({ url: z.string() });
export type CheckoutResponse = z.infer<typeof CheckoutResponse>;

/** `POST /functions/v1/promotion-code` */
export const PromotionCodeRequest = z.strictObject({ code: promotionCode });
export type PromotionCodeRequest = z.infer<typeof PromotionCodeRequest>;

/** The discount that the code gives this buyer. */
export const PromotionCodeResponse = z.object({
  percent_off: z.nullable(z.number()),
  amount_off_pence: z.nullable(z.number()),
  /** Null for every month. */
  months: z.nullable(z.number()),
  /** Stripe's ids of the products that it reduces; null when it reduces all. */
  product_ids: z.nullable(z.array(z.string())),
  /** What the order must cost a month without the code; null for any sum. */
  minimum_pence: z.nullable(z.number()),
});
export type PromotionCodeResponse = z.infer<typeof PromotionCodeResponse>;
