import { z } from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

const Request = z.strictObject({
  refundRequestId: z.string().regex(idPattern("refundRequest")),
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  /** What had been paid for the subscription, in pence. */
  amountPence: z.int(),
});
export type RefundRequestFacts = z.infer<typeof Request>;

/** A person asks for their money back under the guarantee, in writing. */
export const RefundRequested = eventSchema("RefundRequested", 1, Request);

/** Somebody of ours agrees: the money goes back and the subscription ends. */
export const RefundApproved = eventSchema("RefundApproved", 1, Request);

/** Somebody of ours does not agree. */
export const RefundDeclined = eventSchema("RefundDeclined", 1, Request);

const Refund = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  /** The invoice. */
  orderId: z.string().regex(/^in_[A-Za-z0-9_]{1,240}$/),
  /** What went back, or did not, with this, in pence. */
  amountPence: z.int(),
  /** All that went back of the order. */
  refundedPence: z.int(),
});
export type RefundFacts = z.infer<typeof Refund>;

/** Money of an order went back, whoever did that. */
export const RefundIssued = eventSchema("RefundIssued", 1, Refund);

/** Money that was on its way back did not arrive. */
export const RefundFailed = eventSchema("RefundFailed", 1, Refund);
