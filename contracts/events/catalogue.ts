import * as z from "zod";
import {
  AccountCreated,
  AccountEmailRefused,
  AccountErased,
  AuthMailRequested,
  AuthSmsRequested,
  EmailChanged,
  PasswordChanged,
  SecurityNoticeRequested,
} from "./accounts.ts";
import { BillingChecked, BillingDriftFound, InvoicePaid, PurchaseClaimed } from "./billing.ts";
import { CallBooked, CallCancelled, CallHeld } from "./calls.ts";
import {
  AccountManagerAssigned,
  ApproverAdded,
  ApproverRemoved,
  BriefSubmitted,
  MaterialUploaded,
  ReportPublished,
} from "./content.ts";
import { ContactSubmitted, EnquiriesDigested } from "./enquiries.ts";
import {
  ApprovalRequested,
  CommentsAnnounced,
  DecisionsAnnounced,
  FreshApprovalLinkRequested,
  PostApproved,
  PostChangesRequested,
  PostCommented,
  PostProposed,
  PostPublished,
  PostScheduled,
  PostsReminded,
  PostStopped,
  PostStopRequested,
  PostWithdrawn,
} from "./posts.ts";
import {
  CallArranged,
  CustomerContacted,
  EnquiryAnswered,
  MorningWorkListed,
  PromiseDue,
  PromiseMissed,
  PromisesAnnounced,
} from "./promises.ts";
import {
  RefundApproved,
  RefundDeclined,
  RefundDisputed,
  RefundFailed,
  RefundIssued,
  RefundRequested,
} from "./refunds.ts";
import { ScheduleFailed } from "./schedule-failed.ts";
import { StripeEventReceived } from "./stripe-event-received.ts";
import {
  CardExpiring,
  CheckoutCompleted,
  DuplicateSubscriptionFound,
  PaymentFailed,
  PaymentOverdue,
  PaymentRecovered,
  PaymentWaived,
  PriceChangeAnnounced,
  RenewalAnnounced,
  RetentionApplied,
  SecondSubscriptionFound,
  SubscriptionCancelled,
  SubscriptionChanged,
  SubscriptionChangeScheduled,
  SubscriptionChangeWithdrawn,
  SubscriptionEnded,
  SubscriptionRequestRejected,
  SubscriptionResumed,
  SubscriptionUnpaid,
  UpgradeLapsed,
} from "./subscriptions.ts";
import { WebhookUnread } from "./webhook-unread.ts";

export const DomainEvent = z.discriminatedUnion("type", [
  AccountCreated,
  AccountEmailRefused,
  AccountErased,
  AccountManagerAssigned,
  ApprovalRequested,
  ApproverAdded,
  ApproverRemoved,
  AuthMailRequested,
  AuthSmsRequested,
  BillingChecked,
  BillingDriftFound,
  BriefSubmitted,
  CallArranged,
  CallBooked,
  CallCancelled,
  CallHeld,
  CardExpiring,
  CheckoutCompleted,
  CommentsAnnounced,
  ContactSubmitted,
  CustomerContacted,
  DecisionsAnnounced,
  DuplicateSubscriptionFound,
  EmailChanged,
  EnquiriesDigested,
  EnquiryAnswered,
  FreshApprovalLinkRequested,
  InvoicePaid,
  MaterialUploaded,
  MorningWorkListed,
  PasswordChanged,
  PaymentFailed,
  PaymentOverdue,
  PaymentRecovered,
  PaymentWaived,
  PostApproved,
  PostChangesRequested,
  PostCommented,
  PostProposed,
  PostPublished,
  PostScheduled,
  PostsReminded,
  PostStopped,
  PostStopRequested,
  PostWithdrawn,
  PriceChangeAnnounced,
  PromiseDue,
  PromiseMissed,
  PromisesAnnounced,
  PurchaseClaimed,
  RefundApproved,
  RefundDeclined,
  RefundDisputed,
  RefundFailed,
  RefundIssued,
  RefundRequested,
  RenewalAnnounced,
  ReportPublished,
  ScheduleFailed,
  RetentionApplied,
  SecondSubscriptionFound,
  SecurityNoticeRequested,
  StripeEventReceived,
  SubscriptionCancelled,
  SubscriptionChanged,
  SubscriptionChangeScheduled,
  SubscriptionChangeWithdrawn,
  SubscriptionEnded,
  SubscriptionRequestRejected,
  SubscriptionResumed,
  SubscriptionUnpaid,
  UpgradeLapsed,
  WebhookUnread,
]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent["type"];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** An event with earlier versions lists its newest first. */
export const newestShapes = DomainEvent.options.map(
  (option) => ("options" in option ? option.options[0] : option).shape,
);

/** The versions that this code writes; it reads all earlier ones too. */
export const EVENT_VERSIONS = Object.fromEntries(
  newestShapes.map(({ type, version }) => [type.value, version.value]),
) as { readonly [T in EventType]: EventOf<T>["version"] };
