import type { EventType } from "#contracts/events/catalogue.ts";
import type { DISPUTE_EVENT_TYPES, CustomerHistory } from "#db/ops/find-customer-history.ts";

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  AccountCreated: "Created an account",
  AccountEmailRefused: "Stripe refused the account's email",
  AccountErased: "Account erased",
  ApproverAdded: "Named a further approver",
  ApproverRemoved: "Removed an approver",
  AuthMailRequested: "Asked for a code or link by mail",
  AuthSmsRequested: "Asked for a code by text",
  BillingChecked: "Compared with Stripe",
  BillingDriftFound: "Drift found",
  BriefSubmitted: "Sent a brief",
  CallArranged: "Strategy call arranged",
  StripeEventReceived: "Stripe event received",
  CardExpiring: "Card expires this month",
  CheckoutCompleted: "Paid for a subscription",
  ContactSubmitted: "Sent an enquiry",
  CustomerContacted: "Contacted by the team",
  DuplicateSubscriptionFound: "Paid for a second subscription",
  EnquiryAnswered: "Enquiry answered",
  InvoicePaid: "Paid an invoice",
  EmailChanged: "Changed their email address",
  PasswordChanged: "Changed their password",
  PaymentFailed: "Payment failed",
  PaymentOverdue: "Reminded of an open payment",
  PaymentRecovered: "Overdue payment received",
  PriceChangeAnnounced: "Told of a new price",
  PromiseDue: "Promise due soon",
  PromiseMissed: "Promise missed",
  PurchaseClaimed: "Claimed a guest purchase",
  RefundApproved: "Refund request approved",
  RefundDeclined: "Refund request declined",
  RefundDisputed: "Refund held by a dispute",
  RefundFailed: "Refund failed",
  RefundIssued: "Refunded",
  RefundRequested: "Requested a refund",
  RenewalAnnounced: "Told of the next payment",
  RetentionApplied: "Accepted the retention offer",
  SecondSubscriptionFound: "Second subscription of one address or card",
  SecurityNoticeRequested: "Told of a change to the account's security",
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
  "radar.early_fraud_warning.created": "Stripe warned of fraud",
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
  "announce-renewal": "renewal announced",
  "apply-subscription-request": "request sent to Stripe",
  audit: "audit log entry",
  "expire-checkout-sessions": "other checkout sessions expired",
  "find-second-subscription": "looked for a second subscription",
  "refund-and-cancel": "subscription cancelled and refunded",
  "report-lead-conversion": "enquiry reported to Meta",
  "report-purchase-conversion": "purchase reported to Meta",
  "send-auth-mail": "email with a code or link",
  "send-auth-sms": "SMS with a code",
  "send-auto-reply": "auto-reply email",
  "send-brief-notification": "email to the team",
  "send-billing-mail": "email to the customer",
  "send-erased-mail": "last email to an address that the account had",
  "send-invoice-mail": "email with the invoice",
  "send-account-notice": "email about a change to the account",
  "send-promise-alert": "email to the team",
  "send-purchase-claimed-mail": "email to the address of the receipts",
  "send-refund-declined-mail": "email that declines the refund",
  "send-team-billing-mail": "email to the team",
  "send-team-notification": "email to the team",
  "sync-stripe-customer": "sync from Stripe",
  "void-open-invoices": "open invoices voided",
  "write-credit-notes": "credit note",
};

export const effectLabel = (effect: string): string =>
  Object.hasOwn(EFFECT_LABELS, effect) ? String(EFFECT_LABELS[effect]) : effect;
