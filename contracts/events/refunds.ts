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

export const RefundRequested = eventSchema("RefundRequested", Request.shape);

/** An operator approves or starts a refund; the first claim of a customer is approved by the claim itself. */
export const RefundApproved = eventSchema("RefundApproved", Request.shape);

export const RefundDeclined = eventSchema("RefundDeclined", Request.shape);

/** Stripe refuses the refund: the customer has disputed the payment. */
export const RefundDisputed = eventSchema("RefundDisputed", Request.shape);

const Refund = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  orderId: stripeId("order"),
  /** The number that the invoice shows. */
  orderNumber: z.nullable(z.string().max(100)),
  currency: Currency,
  /** The sum of this refund. */
  amountPence: z.int(),
  /** The sum of all refunds of the order. */
  refundedPence: z.int(),
  /** Older events lack them. */
  refundIds: z.array(z.string().max(255)).max(100).meta({ isId: true }).default([]),
  /** The money-back guarantee approved it without an operator. */
  isAutomatic: z.boolean(),
});
export type RefundFacts = z.infer<typeof Refund>;

/** We or the team in Stripe's Dashboard made a refund. */
export const RefundIssued = eventSchema("RefundIssued", Refund.shape);

/** A refund did not reach the customer. */
export const RefundFailed = eventSchema("RefundFailed", Refund.shape);
