import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** The webhook endpoint subscribes to these; others are stored without an effect. */
export const STRIPE_EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "customer.subscription.trial_will_end",
  "subscription_schedule.created",
  "subscription_schedule.updated",
  "subscription_schedule.released",
  "subscription_schedule.canceled",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.finalization_failed",
  "invoice.upcoming",
  "invoiceitem.created",
  "invoiceitem.deleted",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "customer.updated",
  "customer.discount.created",
  "customer.discount.deleted",
  "customer.deleted",
  "payment_method.attached",
  "payment_method.detached",
  "payment_method.automatically_updated",
] as const;
export type StripeEventType = (typeof STRIPE_EVENT_TYPES)[number];

/** The worker syncs the customer: order and number of webhooks do not matter. */
export const StripeEventReceived = eventSchema("StripeEventReceived", {
  stripeEventId: stripeId("notification"),
  notification: z.enum(STRIPE_EVENT_TYPES),
  objectId: z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
  /** Null when Stripe does not say. */
  customerId: z.nullable(stripeId("customer")),
});
