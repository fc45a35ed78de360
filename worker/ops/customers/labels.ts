import type { EventType } from "#contracts/events/catalogue.ts";
import type { DISPUTE_EVENT_TYPES, CustomerHistory } from "#db/ops/find-customer-history.ts";

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  AccountCreated: "Created an account",
  AccountErased: "Account erased",
  AuthMailRequested: "Asked for a code or link by mail",
  AuthSmsRequested: "Asked for a code by text",
  BillingChecked: "Compared with Stripe",
  BillingDriftFound: "Drift found",
  StripeEventReceived: "Stripe event received",
  CardExpiring: "Card expires this month",
  CheckoutCompleted: "Paid for a subscription",
  ContactSubmitted: "Sent an enquiry",
  DuplicateSubscriptionFound: "Paid for a second subscription",
  PasswordChanged: "Changed their password",
  PaymentFailed: "Payment failed",
  PaymentRecovered: "Overdue payment received",
  PurchaseClaimed: "Claimed a guest purchase",
  RefundApproved: "Refund request approved",
  RefundDeclined: "Refund request declined",
  RefundFailed: "Refund failed",
  RefundIssued: "Refunded",
  RefundRequested: "Requested a refund",
  RetentionApplied: "Accepted the retention offer",
  SubscriptionCancelled: "Cancelled",
  SubscriptionChanged: "Changed plan or add-ons",
  SubscriptionChangeScheduled: "Scheduled a plan change",
  SubscriptionChangeWithdrawn: "Withdrew a scheduled plan change",
  SubscriptionEnded: "Subscription ended",
  SubscriptionRequestRejected: "Stripe rejected a subscription request",
  SubscriptionResumed: "Resumed the subscription",
  SubscriptionUnpaid: "Subscription on hold: unpaid",
};

export const STRIPE_EVENT_LABELS: Readonly<Record<(typeof DISPUTE_EVENT_TYPES)[number], string>> = {
  "charge.dispute.created": "Dispute opened",
  "charge.dispute.closed": "Dispute closed",
};

export const CUSTOMER_ACTION_LABELS: Readonly<
  Record<CustomerHistory["answers"][number]["kind"], string>
> = {
  offer_shown: "Saw the retention offer",
  offer_accepted: "Accepted the retention offer",
  offer_declined: "Declined the retention offer",
  ended: "Requested a cancellation",
  stayed: "Requested a resumption",
};

const EFFECT_LABELS: Readonly<Record<string, string>> = {
  audit: "audit log entry",
  "auth-mail": "email with a code or link",
  "auth-sms": "SMS with a code",
  "auto-reply": "auto-reply email",
  "billing-sync": "sync from Stripe",
  "expire-checkout-sessions": "other checkout sessions expired",
  "customer-mail": "email to the customer",
  "duplicate-refund": "duplicate subscription cancelled and refunded",
  "guarantee-refund": "refund",
  "lead-conversion": "enquiry reported to Meta",
  "password-changed-mail": "email about the new password",
  "purchase-conversion": "purchase reported to Meta",
  "apply-subscription-request": "request sent to Stripe",
  "team-mail": "email to the team",
  "welcome-mail": "welcome email",
};

export const effectLabel = (effect: string): string =>
  Object.hasOwn(EFFECT_LABELS, effect) ? String(EFFECT_LABELS[effect]) : effect;
