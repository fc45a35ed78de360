import type { EventType } from "#contracts/events/catalogue.ts";
import type { DISPUTE_EVENT_TYPES, CustomerHistory } from "#db/ops/find-customer-history.ts";
import type { EffectName } from "./effects/catalogue.ts";

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
  ErasedPostsStopped: "Took an erased account’s posts out of schedulers",
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
  PostApprovalUndone: "Undid the approval of a post",
  PostApproved: "Approved a post",
  PostChangesRequested: "Asked for changes to a post",
  PostCommented: "Comment on a post",
  DecisionsAnnounced: "Receipt for decisions about posts",
  PostProposed: "Posts proposed",
  PostPublished: "Post published",
  PostScheduled: "Post handed to schedulers",
  PostStopped: "Answered the request to stop a post",
  PostStopRequested: "Asked to stop a scheduled post",
  PostsReminded: "Reminded of posts",
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
  TrialAdopted: "Free trial became a customer’s",
  UpgradeLapsed: "Upgrade lapsed: not paid in time",
  WebhookUnread: "Could not read a webhook",
  WeekendWorkListed: "List before the weekend",
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

/** Each label once: lists and filters show nothing else. */
const EFFECT_LABELS: Readonly<Record<EffectName, string>> = {
  "announce-renewal": "Renewal announced",
  "apply-subscription-request": "Request sent to Stripe",
  audit: "Audit log entry",
  "expire-checkout-sessions": "Other checkout sessions expired",
  "find-second-subscription": "Looked for a second subscription",
  "open-approval-links": "Links for the owner and approvers",
  "refund-and-cancel": "Subscription cancelled and refunded",
  "report-lead-conversion": "Enquiry reported to Meta",
  "report-purchase-conversion": "Purchase reported to Meta",
  "send-approval-mail": "Email that asks for a yes",
  "send-auth-mail": "Email with a code or link",
  "send-auth-sms": "SMS with a code",
  "send-auto-reply": "Auto-reply email",
  "send-billing-mail": "Email to the customer",
  "send-comments-mail": "Email about comments",
  "send-content-notification": "Email to the team about content",
  "send-decision-notice": "Email to the owner about an approver’s decision",
  "send-decision-receipt": "Email that confirms a decision",
  "send-enquiry-digest": "Email about several enquiries",
  "send-erased-mail": "Last email to an address that the account had",
  "send-invoice-mail": "Email with the invoice",
  "send-account-notice": "Email about a change to the account",
  "send-post-reminder": "Email that reminds of posts",
  "send-promise-alert": "Email to the team about promises",
  "send-morning-work": "Email with the morning’s work",
  "send-purchase-claimed-mail": "Email to the address of the receipts",
  "send-report-mail": "Email with the report",
  "send-refund-declined-mail": "Email that declines the refund",
  "send-stop-alert": "Email to stop a scheduled post",
  "send-stopped-mail": "Email that a post was stopped, or not in time",
  "send-team-billing-mail": "Email to the team about a subscription",
  "send-team-notification": "Email to the team about an enquiry",
  "send-weekend-work": "Email with what the weekend needs",
  "sync-stripe-customer": "Sync from Stripe",
  "void-open-invoices": "Open invoices voided",
  "write-credit-notes": "Credit note",
  "check-material": "Check of the file",
  "remove-material": "Deletion of files",
};

export const EFFECT_NAMES: readonly string[] = Object.keys(EFFECT_LABELS);

/** The name itself when it is an old event's, or of a newer worker. */
export const effectLabel = (effect: string): string =>
  isEffectName(effect) ? EFFECT_LABELS[effect] : effect;

function isEffectName(effect: string): effect is EffectName {
  return Object.hasOwn(EFFECT_LABELS, effect);
}
