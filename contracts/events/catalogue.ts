import * as z from "zod";
import { AccountCreated } from "./account-created.ts";
import { AccountErased } from "./account-erased.ts";
import { AuthMailRequested } from "./auth-mail-requested.ts";
import { AuthSmsRequested } from "./auth-sms-requested.ts";
import { BillingChecked, BillingDriftFound } from "./billing-drift.ts";
import { StripeEventReceived } from "./stripe-event-received.ts";
import { ContactSubmitted } from "./contact-submitted.ts";
import { PasswordChanged } from "./password-changed.ts";
import { PurchaseClaimed } from "./purchase-claimed.ts";
import {
  RefundApproved,
  RefundDeclined,
  RefundFailed,
  RefundIssued,
  RefundRequested,
} from "./refunds.ts";
import {
  CardExpiring,
  CheckoutCompleted,
  DuplicateSubscriptionFound,
  PaymentFailed,
  PaymentRecovered,
  RetentionApplied,
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
  AccountErased,
  AuthMailRequested,
  AuthSmsRequested,
  BillingChecked,
  BillingDriftFound,
  StripeEventReceived,
  CardExpiring,
  CheckoutCompleted,
  ContactSubmitted,
  DuplicateSubscriptionFound,
  PasswordChanged,
  PaymentFailed,
  PaymentRecovered,
  PurchaseClaimed,
  RefundApproved,
  RefundDeclined,
  RefundFailed,
  RefundIssued,
  RefundRequested,
  RetentionApplied,
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
  AccountErased: 1,
  AuthMailRequested: 1,
  AuthSmsRequested: 1,
  BillingChecked: 1,
  BillingDriftFound: 1,
  StripeEventReceived: 1,
  CardExpiring: 1,
  CheckoutCompleted: 1,
  ContactSubmitted: 1,
  DuplicateSubscriptionFound: 1,
  PasswordChanged: 1,
  PaymentFailed: 1,
  PaymentRecovered: 1,
  PurchaseClaimed: 1,
  RefundApproved: 1,
  RefundDeclined: 1,
  RefundFailed: 1,
  RefundIssued: 1,
  RefundRequested: 1,
  RetentionApplied: 1,
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
