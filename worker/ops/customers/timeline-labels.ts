import type { EventType } from "#contracts/events/catalogue.ts";
import type { DISPUTE_EVENT_TYPES, CustomerHistory } from "#db/ops/find-customer-history.ts";
import type { EffectName } from "../../effects/catalogue.ts";

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  AccountCreated: "Created an account",
  AccountEmailRefused: "Stripe refused the account’s email",
  AccountErased: "Account erased",
  AccountManagerAssigned: "Account manager assigned",
  ApprovalRequested: "Asked to decide about posts",
  ApproverAdded: "Named a further approver",
  ApproverRemoved: "Removed an approver",
  AuthMailRequested: "Asked for a code or link by email",
  AuthSmsRequested: "Asked for a code by text",
  BillingChecked: "Compared with Stripe",
  BillingDriftFound: "Drift found",
  BriefSubmitted: "Sent a brief",
  CallArranged: "Strategy call arranged",
  CallBooked: "Booked a call",
  CallCancelled: "Booked call cancelled",
  CallHeld: "Booked call held",
  StripeEventReceived: "Stripe event received",
  CardExpiring: "Card expires this month",
  CheckoutCompleted: "Paid for a subscription",
  CommentsAnnounced: "Comments emailed",
  ContactSubmitted: "Sent an enquiry",
  CustomerContacted: "Contacted by the team",
  DuplicateSubscriptionFound: "Paid for a second subscription",
  EnquiriesDigested: "Enquiries emailed together",
  EnquiryAnswered: "Enquiry answered",
  FreshApprovalLinkRequested: "Asked for a new email about posts",
  InvoicePaid: "Paid an invoice",
  MaterialUploaded: "Uploaded a file",
  MorningWorkListed: "Morning list",
  EmailChanged: "Changed their email address",
  PasswordChanged: "Changed their password",
  PaymentFailed: "Payment failed",
  PaymentOverdue: "Reminded of an open payment",
  PaymentRecovered: "Overdue payment received, or marked as paid",
  PaymentWaived: "Overdue payment no longer due",
  PostApproved: "Approved a post",
  PostChangesRequested: "Asked for changes to a post",
  PostCommented: "Comment on a post",
  DecisionsAnnounced: "Receipt for decisions about posts",
  PostProposed: "Posts proposed",
  PostPublished: "Post published",
  PostWithdrawn: "Post withdrawn",
  PriceChangeAnnounced: "Told about a new price",
  PromiseDue: "Promise due soon",
  PromiseMissed: "Promise missed",
  PromisesAnnounced: "Promises due soon or missed",
  PurchaseClaimed: "Claimed a guest purchase",
  RefundApproved: "Refund request approved",
  RefundDeclined: "Refund request declined",
  RefundDisputed: "Refund held by a dispute",
  RefundFailed: "Refund failed",
  RefundIssued: "Refunded",
  RefundRequested: "Requested a refund",
  RenewalAnnounced: "Told about the next payment",
  ReportPublished: "Report published",
  RetentionApplied: "Accepted the retention offer",
  ScheduleFailed: "A schedule failed",
  SecondSubscriptionFound: "Second subscription for one address or card",
  SecurityNoticeRequested: "Told about a change to the account’s security",
  SubscriptionCancelled: "Cancelled",
  SubscriptionChanged: "Changed plan or add-ons",
  SubscriptionChangeScheduled: "Scheduled a plan change",
  SubscriptionChangeWithdrawn: "Withdrew a scheduled plan change",
  SubscriptionEnded: "Subscription ended",
  SubscriptionRequestRejected: "Stripe rejected a subscription request",
  SubscriptionResumed: "Resumed the subscription",
  SubscriptionUnpaid: "Subscription on hold: unpaid",
  UpgradeLapsed: "Upgrade lapsed: not paid in time",
};

/** The type itself when a newer worker wrote it. */
export const eventLabel = (type: string): string =>
  Object.hasOwn(EVENT_LABELS, type) ? EVENT_LABELS[type as EventType] : type;

export const STRIPE_EVENT_LABELS: Readonly<Record<(typeof DISPUTE_EVENT_TYPES)[number], string>> = {
  "charge.dispute.created": "Dispute opened",
  "charge.dispute.closed": "Dispute closed",
  "radar.early_fraud_warning.created": "Stripe warned of fraud",
};

export const CUSTOMER_ACTION_LABELS: Readonly<
  Record<CustomerHistory["actions"][number]["kind"], string>
> = {
  offer_shown: "Saw the retention offer",
  offer_accepted: "Accepted the retention offer",
  offer_declined: "Declined the retention offer",
  cancelled: "Requested a cancellation",
  resumed: "Requested a resumption",
};

const EFFECT_LABELS: Readonly<Record<EffectName, string>> = {
  "announce-renewal": "renewal announced",
  "apply-subscription-request": "request sent to Stripe",
  audit: "audit log entry",
  "expire-checkout-sessions": "other checkout sessions expired",
  "find-second-subscription": "looked for a second subscription",
  "open-approval-links": "links for the owner and approvers",
  "refund-and-cancel": "subscription cancelled and refunded",
  "report-lead-conversion": "enquiry reported to Meta",
  "report-purchase-conversion": "purchase reported to Meta",
  "send-approval-mail": "email that asks for a yes",
  "send-auth-mail": "email with a code or link",
  "send-auth-sms": "SMS with a code",
  "send-auto-reply": "auto-reply email",
  "send-billing-mail": "email to the customer",
  "send-comments-mail": "email about comments",
  "send-content-notification": "email to the team",
  "send-decision-notice": "email to the owner about an approver's decision",
  "send-decision-receipt": "email that confirms a decision",
  "send-enquiry-digest": "email about several enquiries",
  "send-erased-mail": "last email to an address that the account had",
  "send-invoice-mail": "email with the invoice",
  "send-account-notice": "email about a change to the account",
  "send-promise-alert": "email to the team",
  "send-morning-work": "email to an account manager",
  "send-purchase-claimed-mail": "email to the address of the receipts",
  "send-report-mail": "email with the report",
  "send-refund-declined-mail": "email that declines the refund",
  "send-team-billing-mail": "email to the team",
  "send-team-notification": "email to the team",
  "sync-stripe-customer": "sync from Stripe",
  "void-open-invoices": "open invoices voided",
  "write-credit-notes": "credit note",
  "check-material": "check of the file",
  "remove-material": "deletion of files",
};

export const EFFECT_NAMES: readonly string[] = Object.keys(EFFECT_LABELS);

export const effectLabel = (effect: string): string =>
  isEffectName(effect) ? EFFECT_LABELS[effect] : effect;

/** The effect of an old event may be gone. */
function isEffectName(effect: string): effect is EffectName {
  return Object.hasOwn(EFFECT_LABELS, effect);
}
