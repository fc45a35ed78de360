import * as z from "zod";
import * as accounts from "./accounts.ts";
import * as billing from "./billing.ts";
import * as calls from "./calls.ts";
import * as content from "./content.ts";
import * as enquiries from "./enquiries.ts";
import * as failures from "./failures.ts";
import * as posts from "./posts.ts";
import * as promises from "./promises.ts";
import * as refunds from "./refunds.ts";
import { StripeEventReceived } from "./stripe-event-received.ts";
import * as subscriptions from "./subscriptions.ts";

export const DomainEvent = z.discriminatedUnion("type", [
  accounts.AccountCreated,
  accounts.AccountEmailRefused,
  accounts.AccountErased,
  content.AccountManagerAssigned,
  posts.ApprovalRequested,
  content.ApproverAdded,
  content.ApproverRemoved,
  accounts.AuthMailRequested,
  accounts.AuthSmsRequested,
  billing.BillingChecked,
  billing.BillingDriftFound,
  content.BriefSubmitted,
  promises.CallArranged,
  calls.CallBooked,
  calls.CallCancelled,
  calls.CallHeld,
  subscriptions.CardExpiring,
  subscriptions.CheckoutCompleted,
  posts.CommentsAnnounced,
  enquiries.ContactSubmitted,
  promises.CustomerContacted,
  posts.DecisionsAnnounced,
  subscriptions.DuplicateSubscriptionFound,
  accounts.EmailChanged,
  enquiries.EnquiriesDigested,
  promises.EnquiryAnswered,
  accounts.ErasedPostsStopped,
  posts.FreshApprovalLinkRequested,
  billing.InvoicePaid,
  content.MaterialUploaded,
  promises.MorningWorkListed,
  accounts.PasswordChanged,
  subscriptions.PaymentFailed,
  subscriptions.PaymentOverdue,
  subscriptions.PaymentRecovered,
  subscriptions.PaymentWaived,
  posts.PostApprovalUndone,
  posts.PostApproved,
  posts.PostChangesRequested,
  posts.PostCommented,
  posts.PostProposed,
  posts.PostPublished,
  posts.PostScheduled,
  posts.PostsReminded,
  posts.PostStopped,
  posts.PostStopRequested,
  posts.PostWithdrawn,
  subscriptions.PriceChangeAnnounced,
  promises.PromiseDue,
  promises.PromiseMissed,
  promises.PromisesAnnounced,
  billing.PurchaseClaimed,
  refunds.RefundApproved,
  refunds.RefundDeclined,
  refunds.RefundDisputed,
  refunds.RefundFailed,
  refunds.RefundIssued,
  refunds.RefundRequested,
  subscriptions.RenewalAnnounced,
  content.ReportPublished,
  failures.ScheduleFailed,
  subscriptions.RetentionApplied,
  subscriptions.SecondSubscriptionFound,
  accounts.SecurityNoticeRequested,
  StripeEventReceived,
  subscriptions.SubscriptionCancelled,
  subscriptions.SubscriptionChanged,
  subscriptions.SubscriptionChangeScheduled,
  subscriptions.SubscriptionChangeWithdrawn,
  subscriptions.SubscriptionEnded,
  subscriptions.SubscriptionRequestRejected,
  subscriptions.SubscriptionResumed,
  subscriptions.SubscriptionUnpaid,
  content.TrialAdopted,
  subscriptions.UpgradeLapsed,
  failures.WebhookUnread,
  promises.WeekendWorkListed,
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
