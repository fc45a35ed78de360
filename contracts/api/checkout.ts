import * as z from "zod/mini";
import { PurchaseConversion } from "./conversion.ts";

/**
 * `POST /functions/v1/stripe-checkout`: what the browser wants to buy, and the page that takes the money for it. Written
 * in zod/mini, as all that the browser may import.
 */

// Longer than any name of a price or address of a page of ours.
const PRICE_ID_MAX = 200;
const URL_MAX = 2_000;
/** RFC 5321: the longest address that can be delivered to. */
const EMAIL_MAX = 254;
const CODE_MAX = 50;
/** More than there is for sale. */
const LINE_ITEMS_MAX = 20;

const priceId = z.string().check(z.minLength(1), z.maxLength(PRICE_ID_MAX));
const url = z.string().check(z.maxLength(URL_MAX));

const LineItem = z.strictObject({ priceId, quantity: z.literal(1) });

/** Either `lineItems`, the plan first and then the add-ons, or the one `priceId` of a plan. Never a sum. */
export const CheckoutRequest = z
  .strictObject({
    lineItems: z.optional(z.array(LineItem).check(z.maxLength(LINE_ITEMS_MAX))),
    priceId: z.optional(priceId),
    mode: z.literal("subscription"),
    /** Pages of our own site; `{CHECKOUT_SESSION_ID}` in the first is replaced by the session's id. */
    successUrl: url,
    cancelUrl: url,
    /** What a guest's payment page begins with. Whoever is signed in pays under their account's address. */
    customerEmail: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.email())),
    ),
    /** For a reduction, for whoever had a subscription and comes back. */
    code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(CODE_MAX))),
    /** For the advertiser, with the buyer's consent; the provider is not given it. */
    conversion: z.optional(PurchaseConversion),
  })
  .check(
    z.refine(
      ({ lineItems, priceId: single }) => (lineItems === undefined) !== (single === undefined),
      { path: ["lineItems"], error: "give either lineItems or priceId" },
    ),
  );
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** Where the browser goes now: the provider's payment page, or for whoever has a subscription the page that changes it. */
export const CheckoutResponse = z.object({ url: z.string() });
export type CheckoutResponse = z.infer<typeof CheckoutResponse>;
