import * as z from "zod";
import { AccountCreated } from "./account-created.ts";
import { AccountEmailRefused } from "./account-email-refused.ts";
import { AccountErased } from "./account-erased.ts";
import { AuthMailRequested } from "./auth-mail-requested.ts";
import { AuthSmsRequested } from "./auth-sms-requested.ts";
import { ApproverAdded, ApproverRemoved, BriefSubmitted } from "./brief.ts";
import { BillingChecked, BillingDriftFound } from "./billing-drift.ts";
import { StripeEventReceived } from "./stripe-event-received.ts";
import { ContactSubmitted } from "./contact-submitted.ts";
import { InvoicePaid } from "./invoice-paid.ts";
import { MaterialUploaded } from "./material.ts";
import { EmailChanged } from "./email-changed.ts";
import { PasswordChanged } from "./password-changed.ts";
import {
  CommentsAnnounced,
  ApprovalRequested,
  FreshApprovalLinkRequested,
  PostApproved,
  PostChangesRequested,
  PostCommented,
  PostProposed,
  PostPublished,
  PostWithdrawn,
} from "./posts.ts";
import {
  CallArranged,
  CustomerContacted,
  EnquiryAnswered,
  PromiseDue,
  PromiseMissed,
} from "./promises.ts";
import { PurchaseClaimed } from "./purchase-claimed.ts";
import {
  RefundApproved,
  RefundDeclined,
  RefundDisputed,
  RefundFailed,
  RefundIssued,
  RefundRequested,
} from "./refunds.ts";
import { ReportPublished } from "./reports.ts";
import { SecurityNoticeRequested } from "./security-notice-requested.ts";
import {
  CardExpiring,
  CheckoutCompleted,
  DuplicateSubscriptionFound,
  PaymentFailed,
  PaymentOverdue,
  PaymentRecovered,
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
} from "./subscription-transitions.ts";

export const DomainEvent = z.discriminatedUnion("type", [
  AccountCreated,
  AccountEmailRefused,
  AccountErased,
  ApprovalRequested,
  ApproverAdded,
  ApproverRemoved,
  AuthMailRequested,
  AuthSmsRequested,
  BillingChecked,
  BillingDriftFound,
  BriefSubmitted,
  CallArranged,
  StripeEventReceived,
  CardExpiring,
  CheckoutCompleted,
  CommentsAnnounced,
  ContactSubmitted,
  CustomerContacted,
  DuplicateSubscriptionFound,
  EnquiryAnswered,
  FreshApprovalLinkRequested,
  InvoicePaid,
  MaterialUploaded,
  EmailChanged,
  PasswordChanged,
  PaymentFailed,
  PaymentOverdue,
  PaymentRecovered,
  PostApproved,
  PostChangesRequested,
  PostCommented,
  PostProposed,
  PostPublished,
  PostWithdrawn,
  PriceChangeAnnounced,
  PromiseDue,
  PromiseMissed,
  PurchaseClaimed,
  RefundApproved,
  RefundDeclined,
  RefundDisputed,
  RefundFailed,
  RefundIssued,
  RefundRequested,
  RenewalAnnounced,
  ReportPublished,
  RetentionApplied,
  SecondSubscriptionFound,
  SecurityNoticeRequested,
  SubscriptionCancelled,
  SubscriptionChanged,
  SubscriptionChangeScheduled,
  SubscriptionChangeWithdrawn,
  SubscriptionEnded,
  SubscriptionRequestRejected,
  SubscriptionResumed,
  SubscriptionUnpaid,
]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent["type"];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** The versions that this code writes; it reads all earlier ones too. */
export const EVENT_VERSIONS = {
  AccountCreated: 1,
  AccountEmailRefused: 1,
  AccountErased: 1,
  ApprovalRequested: 1,
  ApproverAdded: 1,
  ApproverRemoved: 1,
  AuthMailRequested: 1,
  AuthSmsRequested: 1,
  BillingChecked: 1,
  BillingDriftFound: 1,
  BriefSubmitted: 1,
  CallArranged: 1,
  StripeEventReceived: 1,
  CardExpiring: 1,
  CheckoutCompleted: 1,
  CommentsAnnounced: 1,
  ContactSubmitted: 1,
  CustomerContacted: 1,
  DuplicateSubscriptionFound: 1,
  EnquiryAnswered: 1,
  FreshApprovalLinkRequested: 1,
  InvoicePaid: 1,
  MaterialUploaded: 1,
  EmailChanged: 1,
  PasswordChanged: 1,
  PaymentFailed: 1,
  PaymentOverdue: 1,
  PaymentRecovered: 1,
  PostApproved: 1,
  PostChangesRequested: 1,
  PostCommented: 1,
  PostProposed: 1,
  PostPublished: 1,
  PostWithdrawn: 1,
  PriceChangeAnnounced: 1,
  PromiseDue: 1,
  PromiseMissed: 1,
  PurchaseClaimed: 1,
  RefundApproved: 1,
  RefundDeclined: 1,
  RefundDisputed: 1,
  RefundFailed: 1,
  RefundIssued: 1,
  RefundRequested: 1,
  RenewalAnnounced: 1,
  ReportPublished: 1,
  RetentionApplied: 1,
  SecondSubscriptionFound: 1,
  SecurityNoticeRequested: 1,
  SubscriptionCancelled: 1,
  SubscriptionChanged: 1,
  SubscriptionChangeScheduled: 1,
  SubscriptionChangeWithdrawn: 1,
  SubscriptionEnded: 1,
  SubscriptionRequestRejected: 1,
  SubscriptionResumed: 1,
  SubscriptionUnpaid: 1,
} as const satisfies {
  [T in EventType]: EventOf<T>["version"];
};
