import type { CreditNoteState } from "#contracts/billing/stripe-state.ts";
import type { ReportPeriod } from "#contracts/content/report-period.ts";
import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import type { MailToken } from "#db/accounts/one-time-tokens/list-mail-tokens.ts";
import type { SmsCode } from "#db/accounts/one-time-tokens/list-sms-codes.ts";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { UserContact } from "#db/accounts/users/list-user-contacts.ts";
import type { Invoice } from "#db/billing/find-invoice.ts";
import type {
  PurchaseConversionDetails,
  ReportedPurchase,
} from "#db/billing/get-purchase-conversion.ts";
import type { CustomerContact } from "#db/billing/list-customer-contacts.ts";
import type { ContentLinks } from "#db/content/content-link.ts";
import type { AnnouncedComments } from "#db/content/find-announced-comments.ts";
import type { ApprovalRequest } from "#db/content/find-approval-request.ts";
import type { Receipt } from "#db/content/find-receipt.ts";
import type { findTrialReader, TrialReader } from "#db/content/find-trial-reader.ts";
import type { AutoReplyClaim } from "#db/enquiries/claim-auto-replies.ts";
import type { Enquiry } from "#db/enquiries/list-enquiries.ts";
import type { LaterFacts } from "#db/events/list-later-facts.ts";
import type { MorningWork } from "#db/ops/get-morning-work.ts";
import type { NamedPromise } from "#db/promises/named-promises-sql.ts";
import type { ConversionReporter } from "../adapters/conversion-reporter.ts";
import type { StripeActions } from "../billing/stripe-actions.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { MaterialActions } from "../material/actions.ts";
import type { EffectQueue, MailPriority } from "../pipeline/queues.ts";
import type { SmsSender } from "../sms/sms-sender.ts";

export type EffectDeps = {
  mailer: Mailer;
  smsSender: SmsSender | null;
  reporter: ConversionReporter | null;
  material: MaterialActions;
  /** @throws {Error} when there is no such enquiry */
  getEnquiry: (id: string) => Promise<Enquiry>;
  claimAutoReply: (submissionId: string) => Promise<AutoReplyClaim>;
  listDigestedEnquiries: (
    window: { since: string; until: string },
    limit: number,
  ) => Promise<readonly Enquiry[]>;
  /** Null when the token was replaced or used. */
  findMailToken: (id: string) => Promise<MailToken | null>;
  /** Null when the code was replaced or used. */
  findSmsCode: (id: string) => Promise<SmsCode | null>;
  findUserContact: (id: string) => Promise<UserContact | null>;
  findCustomerContact: (customerId: string) => Promise<CustomerContact | null>;
  /** Null where it does not matter: in the copy of a mail. */
  findLaterFacts: (eventId: string) => Promise<LaterFacts | null>;
  /** Null once the last mail has left. */
  findErasedAddress: (eventId: string) => Promise<string | null>;
  forgetErasedAddress: (input: { eventId: string; email: string }) => Promise<void>;
  /** An address that bounced gets one more email, because somebody asked for it. */
  retryAddress: (email: string) => Promise<void>;
  /** @throws {Error} when there is no such invoice */
  getInvoice: (orderId: string) => Promise<Invoice>;
  /** Of an order, as of the last sync. */
  listCreditNotes: (orderId: string) => Promise<readonly CreditNoteState[]>;
  /** Why an operator declined a refund; null after the account was erased. */
  findDeclineReason: (refundRequestId: string) => Promise<string | null>;
  getPurchaseConversion: (purchase: ReportedPurchase) => Promise<PurchaseConversionDetails>;
  /** Returns how many were new. */
  recordSecondSubscriptions: (input: {
    subscriptionId: string;
    correlationId: string;
  }) => Promise<number>;
  /** Those that are still open. */
  listNamedPromises: (promiseIds: readonly number[]) => Promise<readonly NamedPromise[]>;
  getMorningWork: (of: { managerId: string | null; day: string }) => Promise<MorningWork>;
  /** Null when the operator may no longer act. */
  findManagerEmail: (managerId: string) => Promise<string | null>;
  canUseComebackCode: (customerId: string) => Promise<boolean>;
  isReturningCustomer: (subscriptionId: string) => Promise<boolean>;
  /** Null when none is left. */
  findAnnouncedComments: (eventId: string) => Promise<AnnouncedComments | null>;
  /** Null after the address was erased. */
  findTrialReader: (
    trial: Omit<Parameters<typeof findTrialReader>[1], "at">,
  ) => Promise<TrialReader | null>;
  findReportPeriod: (reportId: string) => Promise<ReportPeriod | null>;
  /** Returns how many links are new. */
  openApprovalLinks: (
    cause: EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">,
  ) => Promise<number>;
  /** Null when the link is gone. */
  findApprovalRequest: (linkId: string) => Promise<ApprovalRequest | null>;
  /** Null when no decision is left. */
  findReceipt: (eventId: string, reader: "decider" | "owner") => Promise<Receipt | null>;
  closeCheckoutSession: (sessionId: string, state: "complete" | "expired") => Promise<void>;
  stripeActions: StripeActions;
  codes: OneTimeCodes;
  contentLinks: ContentLinks;
  now: () => Date;
  teamEmail: string;
  siteUrl: string;
  apiUrl: string;
  opsUrl: string;
};

/** Ids and closed enumerations, no personal data. */
export type EffectResult = {
  externalId: string | null;
  facts: Readonly<Record<string, string | number>>;
};

export function skipped(
  reason:
    | `address_${UndeliverableReason}`
    | "decided_or_withdrawn"
    | "erased"
    | "expired"
    | "kept_or_released"
    | "no_address"
    | "no_consent"
    | "no_customer"
    | "no_longer_true"
    | "not_configured"
    | "not_for_sale"
    | "nothing_to_do"
    | Exclude<AutoReplyClaim, "claimed">
    | "in_digest"
    | "replaced_or_used",
): EffectResult {
  return { externalId: null, facts: { outcome: "skipped", reason } };
}

/** BullMQ runs a job without a priority before all others, so every email has one. */
type Queued =
  | { queue: "email"; priority: MailPriority }
  | { queue: Exclude<EffectQueue, "email">; priority?: never }
  /** Runs at dispatch and only writes its audit row, in the statement that creates the effects. */
  | { queue: null; priority?: never };

/** May run twice, so `run` passes the same idempotency key each time. */
export type Effect<T extends EventType> = Queued & {
  /** Once the idempotency key is forgotten: then an operator decides. */
  repeatMayDuplicate: boolean;
  when?(event: EventOf<T>): boolean;
  run(event: EventOf<T>, idempotencyKey: string): Promise<EffectResult>;
};

export type SharedEffect<E> = Queued & {
  repeatMayDuplicate: boolean;
  run(event: E, idempotencyKey: string): Promise<EffectResult>;
};

export type EffectCatalogue = {
  readonly [T in EventType]: Readonly<Record<string, Effect<T>>>;
};
