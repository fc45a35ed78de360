import * as z from "zod/mini";
import { PurchaseConversion } from "./conversion.ts";

/** `POST /functions/v1/stripe-checkout`. In zod/mini, because the browser imports it. */

// Longer than any price id or URL of ours.
const PRICE_ID_MAX = 200;
const URL_MAX = 2_000;
/** RFC 5321: the longest address that can be delivered to. */
const EMAIL_MAX = 254;
const CODE_MAX = 50;
/** More than the catalogue sells. */
const LINE_ITEMS_MAX = 20;

const priceId = z.string().check(z.minLength(1), z.maxLength(PRICE_ID_MAX));
const url = z.string().check(z.maxLength(URL_MAX));

const LineItem = z.strictObject({ priceId, quantity: z.literal(1) });

/**
 * Either `lineItems`, the plan first, or the `priceId` of one plan. The browser never sends a
 * sum.
 */
export const CheckoutRequest = z
  .strictObject({
    lineItems: z.optional(z.array(LineItem).check(z.maxLength(LINE_ITEMS_MAX))),
    priceId: z.optional(priceId),
    mode: z.literal("subscription"),
    /** Pages of our own site. Stripe replaces `{CHECKOUT_SESSION_ID}`. */
    successUrl: url,
    cancelUrl: url,
    /** Prefills a visitor's checkout session. A user pays under the email of the account. */
    customerEmail: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.email())),
    ),
    code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(CODE_MAX))),
    /** For Meta, with the visitor's consent; never sent to Stripe. */
    conversion: z.optional(PurchaseConversion),
  })
  .check(
    z.refine(
      ({ lineItems, priceId: single }) => (lineItems === undefined) !== (single === undefined),
      { path: ["lineItems"], error: "give either lineItems or priceId" },
    ),
  );
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/**
 * Where the browser goes next: Stripe's checkout page, or our plan change page for a user with an
 * open subscription.
 */
export const CheckoutResponse = z.object({ url: z.string() });
export type CheckoutResponse = z.infer<typeof CheckoutResponse>;
