import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** ISO 4217, lower case. */
const Currency = z.string().length(3);

const Request = z.strictObject({
  refundRequestId: z.string().regex(idPattern("refundRequest")),
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  amountPence: z.int(),
  currency: Currency,
});
export type RefundRequestFacts = z.infer<typeof Request>;

export const RefundRequested = eventSchema("RefundRequested", 1, Request);

/** By an operator; a first claim by the customer who makes it. */
export const RefundApproved = eventSchema("RefundApproved", 1, Request);

export const RefundDeclined = eventSchema("RefundDeclined", 1, Request);

/** Stripe refuses the refund: the customer has disputed the payment. */
export const RefundDisputed = eventSchema("RefundDisputed", 1, Request);

const Refund = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  orderId: stripeId("order"),
  /** As the invoice shows it. */
  orderNumber: z.nullable(z.string().max(100)),
  currency: Currency,
  /** Of this refund. */
  amountPence: z.int(),
  /** Of the order in all. */
  refundedPence: z.int(),
  /** Under the money-back guarantee, without a decision by an operator. */
  isAutomatic: z.boolean(),
});
export type RefundFacts = z.infer<typeof Refund>;

/** Made by us or in Stripe's dashboard. */
export const RefundIssued = eventSchema("RefundIssued", 1, Refund);

/** A refund did not reach the customer. */
export const RefundFailed = eventSchema("RefundFailed", 1, Refund);
