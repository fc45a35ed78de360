import type { EventType } from "#contracts/events/catalogue.ts";
import type { DISPUTE_EVENT_TYPES, CustomerHistory } from "#db/ops/get-customer-history.ts";

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  AccountCreated: "Made an account",
  AccountErased: "Had their account erased",
  AuthMailRequested: "Asked for a code or link by mail",
  AuthSmsRequested: "Asked for a code by text",
  BillingChecked: "Was compared with the payment provider",
  BillingDriftFound: "Differed from what the payment provider has",
  StripeEventReceived: "The payment provider told us something",
  CardExpiring: "Their card runs out this month",
  CheckoutCompleted: "Paid for a subscription",
  ContactSubmitted: "Sent an enquiry",
  DuplicateSubscriptionFound: "Paid for a second subscription",
  PasswordChanged: "Changed their password",
  PaymentFailed: "A payment did not come",
  PaymentRecovered: "What was owed has been paid",
  PurchaseClaimed: "Claimed what they had bought as a guest",
  RefundApproved: "Their money-back request was approved",
  RefundDeclined: "Their money-back request was declined",
  RefundFailed: "A refund did not arrive",
  RefundIssued: "Was refunded",
  RefundRequested: "Asked for their money back",
  RetentionApplied: "Took the offer to stay",
  SubscriptionCancelled: "Cancelled",
  SubscriptionChanged: "Changed plan or add-ons",
  SubscriptionChangeScheduled: "Chose another plan or add-ons for later",
  SubscriptionChangeWithdrawn: "Took a change for later back",
  SubscriptionEnded: "Their subscription ended",
  SubscriptionRequestRejected: "The payment provider refused what they were promised",
  SubscriptionResumed: "Took their cancellation back",
  SubscriptionUnpaid: "Their subscription was put on hold",
};

export const STRIPE_EVENT_LABELS: Readonly<Record<(typeof DISPUTE_EVENT_TYPES)[number], string>> = {
  "charge.dispute.created": "Disputed a payment: their bank takes the money back for now",
  "charge.dispute.closed": "Their bank has decided about the dispute",
};

export const CUSTOMER_ACTION_LABELS: Readonly<
  Record<CustomerHistory["answers"][number]["kind"], string>
> = {
  offer_shown: "Was shown the offer to stay",
  offer_claimed: "Accepted the offer to stay",
  offer_declined: "Declined the offer to stay",
  ended: "Said that it should end",
  stayed: "Said that it should go on",
};

const EFFECT_LABELS: Readonly<Record<string, string>> = {
  audit: "kept in the audit log",
  "auth-mail": "mail with a code or link",
  "auth-sms": "text with a code",
  "auto-reply": "reply by mail",
  "billing-sync": "read again at the payment provider",
  "close-pages": "other payment pages closed",
  "customer-mail": "mail to them",
  "duplicate-refund": "second subscription ended and refunded",
  "guarantee-refund": "money sent back",
  "lead-conversion": "advertiser told of the enquiry",
  "password-notice": "mail about their password",
  "purchase-conversion": "advertiser told of the purchase",
  settle: "the payment provider told",
  "team-mail": "mail to the team",
  "welcome-mail": "mail of welcome",
};

export const effectLabel = (effect: string): string =>
  Object.hasOwn(EFFECT_LABELS, effect) ? String(EFFECT_LABELS[effect]) : effect;
