import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import type { SetCards } from "#contracts/billing/card-set-last.ts";
import { AWAITING_EVIDENCE } from "#contracts/billing/disputes.ts";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type {
  CollectionPause,
  PendingUpdate,
  CreditNoteState,
  DiscountState,
  DisputeStatus,
  ScheduledChange,
  UpcomingInvoice,
} from "#contracts/billing/stripe-state.ts";
import {
  ORDER_STATUSES,
  type OrderStatus,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "#contracts/billing/subscription-status.ts";
import { users } from "./accounts.ts";
import { timestamptz, oneOf, madeAt } from "./columns.ts";
import { mailboxOf } from "./mailbox.ts";

// Rows of Stripe have Stripe's ids. After they are made only `saveCustomerState` changes them, so that a customer's rows
// are of one sync; `second_of` is no reading of Stripe.

/** Null after the account was erased: orders stay. */
const userId = () => uuid("user_id").references(() => users.id, { onDelete: "set null" });

export const customers = pgTable(
  "customers",
  {
    id: text("id").primaryKey(),
    /** Set from the start for `account`, when claimed for `guest`. */
    userId: userId(),
    origin: text("origin").$type<"account" | "guest">().notNull(),
    /** Made by a guest's browser. */
    guestKey: uuid("guest_key").unique(),
    /** Lower case. A user with this proven email may claim the guest's purchases. */
    email: text("email"),
    /** Stripe keeps an email of its own until the account has another: it refused the account's, or the team set one. */
    isEmailRefused: boolean("is_email_refused").notNull().default(false),
    /** The card that Stripe charges, as of the last sync. */
    cardId: text("card_id"),
    /** Where Stripe has a card set, as of the last sync; null before the first one that saved it. */
    setCards: jsonb("set_cards").$type<SetCards>(),
    /** That card when the purchase was claimed by its email: until another is given, the owner may only cancel. */
    claimedCardId: text("claimed_card_id"),
    /** This address gets the link of each paid invoice, too; Stripe has no field for it. */
    invoiceEmail: text("invoice_email"),
    /** Optimistic lock: counts up with each change. */
    version: integer("version").notNull().default(0),
    /** Start of the last saved sync; null again once erased, until the next. */
    syncedAt: timestamptz("synced_at"),
    /** Whether Stripe has deleted the customer. */
    isDeleted: boolean("is_deleted").notNull().default(false),
    /** Negative is credit, which the next invoices take. */
    balancePence: integer("balance_pence").notNull().default(0),
    createdAt: madeAt("created_at"),
  },
  (table) => [
    oneOf("customers_origin_known", table.origin, ["account", "guest"]),
    // Two requests of one account at once save one customer.
    uniqueIndex("customers_account_unique")
      .on(table.userId)
      .where(sql`${table.origin} = 'account' and not ${table.isDeleted}`),
    index("customers_user_idx").on(table.userId),
    // Finds guest purchases of a proven email.
    index("customers_email_idx").on(table.email),
    // Finds purchases of one person.
    index("customers_mailbox_idx").on(mailboxOf(table.email)),
    // Order of the nightly drift check.
    index("customers_synced_idx").on(table.syncedAt),
  ],
);

const customerId = () =>
  text("customer_id")
    .notNull()
    .references(() => customers.id);

/** States of a subscription in the list of customers. */
export const LISTED_STATES = ["active", "ending", "late", "ended", "other"] as const;

/** Inlined: a query uses the indexes of the list of customers only with the same constants. */
export const listedState = (columns: { status: SQLWrapper; cancelAtPeriodEnd: SQLWrapper }): SQL =>
  sql`(case when ${columns.status} in ('past_due', 'unpaid') then 'late' when ${columns.status} = 'canceled' then 'ended'
      when ${columns.status} not in ('active', 'trialing') then 'other' when ${columns.cancelAtPeriodEnd} then 'ending' else 'active' end)`;

/** One that was never paid, or is a duplicate, is not listed. */
export const isListed = (columns: { status: SQLWrapper; duplicateOf: SQLWrapper }): SQL =>
  sql`(${columns.status} not in ('incomplete', 'incomplete_expired') and ${columns.duplicateOf} is null)`;

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    customerId: customerId(),
    userId: userId(),
    status: text("status").$type<SubscriptionStatus>().notNull(),
    isOpen: boolean("is_open")
      .notNull()
      .generatedAlwaysAs(sql`status not in ('canceled', 'incomplete_expired')`),
    /** Price id of the plan in the catalogue; null outside it. */
    priceId: text("price_id"),
    currentPeriodEnd: timestamptz("current_period_end"),
    /** Stripe's `billing_cycle_anchor`: renewals fall on its day of the month. */
    anchorAt: timestamptz("anchor_at"),
    /** It is true for `cancel_at`, too. */
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    cancelAt: timestamptz("cancel_at"),
    canceledAt: timestamptz("canceled_at"),
    endedAt: timestamptz("ended_at"),
    paymentMethodBrand: text("payment_method_brand"),
    paymentMethodLast4: text("payment_method_last4"),
    paymentMethodExpMonth: smallint("payment_method_exp_month"),
    paymentMethodExpYear: smallint("payment_method_exp_year"),
    discounts: jsonb("discounts").$type<readonly DiscountState[]>().notNull().default([]),
    scheduled: jsonb("scheduled").$type<ScheduledChange>(),
    /** Stripe's pending update: applied once its invoice is paid. */
    awaiting: jsonb("awaiting").$type<PendingUpdate>(),
    /** ISO 4217, lower case; null when Stripe does not say. */
    currency: text("currency").default("gbp"),
    collectionMethod: text("collection_method"),
    pause: jsonb("pause").$type<CollectionPause>(),
    upcoming: jsonb("upcoming").$type<UpcomingInvoice>(),
    /** Pence that Stripe will still collect for the running period; null for none. */
    renewalPence: integer("renewal_pence"),
    /** Id of the subscription that stays, for one paid twice. */
    duplicateOf: text("duplicate_of"),
    /** Bought with the comeback code; stays when the discount ends. */
    isComeback: boolean("is_comeback").notNull().default(false),
    /** Ended while a payment was owed; stays when its invoice is void. */
    hasEndedUnpaid: boolean("has_ended_unpaid").notNull().default(false),
    /** Id of an older open one of the same mailbox or card under another owner: the team decides. */
    secondOf: text("second_of"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    oneOf("subscriptions_status_known", table.status, SUBSCRIPTION_STATUSES),
    // One open subscription to a plan per user; for an unclaimed guest, per customer.
    uniqueIndex("subscriptions_one_open_unique")
      .on(sql`coalesce(${table.userId}::text, ${table.customerId})`)
      .where(
        sql`${table.isOpen} and ${table.duplicateOf} is null and ${table.priceId} is not null`,
      ),
    index("subscriptions_customer_idx").on(table.customerId),
    index("subscriptions_user_idx").on(table.userId),
    // Payment reminders.
    index("subscriptions_past_due_idx")
      .on(table.id)
      .where(sql`${table.status} = 'past_due'`),
    // Inlined: a query uses a partial index only with the same constants.
    index("subscriptions_sum_unknown_idx")
      .on(table.id)
      .where(sql`${table.currency} is distinct from 'gbp' or ${table.upcoming}->'pence' = 'null'`),
    index("subscriptions_unknown_idx")
      .on(table.id)
      .where(sql`${table.status} = 'unknown'`),
    // Invariants: new ones have a welcome, and duplicates end.
    index("subscriptions_created_idx").on(table.createdAt),
    // The list of customers at the ops console, newest first: all, of a state, of a plan.
    index("subscriptions_listed_idx").on(table.createdAt, table.id).where(isListed(table)),
    index("subscriptions_listed_state_idx")
      .on(listedState(table), table.createdAt, table.id)
      .where(isListed(table)),
    index("subscriptions_listed_price_idx")
      .on(table.priceId, table.createdAt, table.id)
      .where(isListed(table)),
    index("subscriptions_duplicate_idx")
      .on(table.id)
      .where(sql`${table.duplicateOf} is not null and ${table.isOpen}`),
  ],
);

export const subscriptionItems = pgTable(
  "subscription_items",
  {
    id: text("id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** Price id in the catalogue; null outside it. */
    priceId: text("price_id"),
    stripePriceId: text("stripe_price_id").notNull(),
    amountPence: integer("amount_pence").notNull(),
    quantity: integer("quantity").notNull(),
    hasFixedPrice: boolean("has_fixed_price").notNull().default(true),
    interval: text("interval").default("month"),
    intervalCount: integer("interval_count").notNull().default(1),
    /** Stripe's name of a product outside the catalogue. */
    productName: text("product_name"),
  },
  (table) => [
    index("subscription_items_subscription_idx").on(table.subscriptionId),
    index("subscription_items_price_unknown_idx")
      .on(table.subscriptionId)
      .where(
        sql`not ${table.hasFixedPrice} or ${table.interval} is null or ${table.interval} not in ('day', 'week', 'month', 'year')`,
      ),
  ],
);

/** Finalized invoices, under their Stripe ids. */
export const orders = pgTable(
  "orders",
  {
    id: text("id").primaryKey(),
    customerId: customerId(),
    subscriptionId: text("subscription_id"),
    /** Printed on the invoice. */
    number: text("number"),
    /** The descriptions of the lines on Stripe's invoice. */
    lines: jsonb("lines").$type<readonly string[]>().notNull().default([]),
    /** Stripe's page as of the last sync, for when Stripe cannot be asked for a fresh one. */
    invoiceUrl: text("invoice_url"),
    status: text("status").$type<OrderStatus>().notNull(),
    amountPence: integer("amount_pence").notNull(),
    /** The sum that Stripe has taken for the invoice. */
    collectedPence: integer("collected_pence").notNull().default(0),
    refundedPence: integer("refunded_pence").notNull().default(0),
    creditNotes: jsonb("credit_notes").$type<readonly CreditNoteState[]>().notNull().default([]),
    currency: text("currency").notNull(),
    /** Stripe's, of the card that paid: the same for one card number across customers. */
    cardFingerprint: text("card_fingerprint"),
    /** When paid; until then, when created. */
    orderedAt: timestamptz("ordered_at").notNull(),
  },
  (table) => [
    oneOf("orders_status_known", table.status, ORDER_STATUSES),
    index("orders_customer_idx").on(table.customerId, table.orderedAt),
    index("orders_subscription_idx").on(table.subscriptionId, table.orderedAt),
    // Customers quote it.
    index("orders_number_idx").on(table.number),
    // Second subscriptions of one card.
    index("orders_card_idx").on(table.cardFingerprint),
    index("orders_unknown_idx")
      .on(table.id)
      .where(sql`${table.status} = 'unknown'`),
  ],
);

/** Inlined: a query uses `disputes_due_idx` only with the same constants. */
export function awaitsEvidence(status: SQLWrapper): SQL {
  return sql`${status} in (${sql.raw(AWAITING_EVIDENCE.map((one) => `'${one}'`).join(", "))})`;
}

/** Stripe's disputes and inquiries. No status is final: the bank may reverse a lost one. */
export const disputes = pgTable(
  "disputes",
  {
    id: text("id").primaryKey(),
    customerId: customerId(),
    /** Null for a payment without an invoice. */
    orderId: text("order_id").references(() => orders.id),
    status: text("status").$type<DisputeStatus>().notNull(),
    reason: text("reason").notNull(),
    amountPence: integer("amount_pence").notNull(),
    currency: text("currency").notNull(),
    /** Until then Stripe takes evidence. */
    dueBy: timestamptz("due_by"),
    /** Whether Stripe still refunds the payment. */
    isRefundable: boolean("is_refundable").notNull(),
    openedAt: timestamptz("opened_at").notNull(),
  },
  (table) => [
    index("disputes_customer_idx").on(table.customerId),
    index("disputes_order_idx").on(table.orderId),
    index("disputes_opened_idx").on(table.openedAt),
    index("disputes_due_idx").on(table.dueBy).where(awaitsEvidence(table.status)),
    index("disputes_unknown_idx")
      .on(table.id)
      .where(sql`${table.status} = 'unknown'`),
  ],
);

// asked -> approved | declined: a second claim, by an operator. A first claim starts as approved.
// approved -> refunded, or disputed when Stripe refuses the refund of a disputed payment.
// disputed -> approved: by an operator, once Stripe allows the refund.
export const REFUND_REQUEST_STATES = [
  "asked",
  "approved",
  "declined",
  "disputed",
  "refunded",
] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

const CHECKOUT_STATES = ["opening", "open", "complete", "expired"] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    /** Ours, and the idempotency key at Stripe: a repeat creates the same session. */
    id: text("id").primaryKey(),
    /** `user:<id>` or `guest:<key>`. */
    ownerKey: text("owner_key").notNull(),
    /** SHA-256 of items and return URLs. */
    basketHash: text("basket_hash").notNull(),
    /** Price ids of the catalogue, the plan first. */
    priceIds: jsonb("price_ids").$type<string[]>().notNull(),
    customerId: text("customer_id").references(() => customers.id),
    stripeSessionId: text("stripe_session_id").unique(),
    /** Null until the success page has read the purchase; then Stripe is not asked about the session again. */
    subscriptionId: text("subscription_id"),
    url: text("url"),
    /** For Meta; null without consent. */
    conversion: jsonb("conversion").$type<StoredPurchaseConversion>(),
    state: text("state").$type<CheckoutState>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    oneOf("checkout_sessions_state_known", table.state, CHECKOUT_STATES),
    // A double click, a retry and a second tab find the first session.
    uniqueIndex("checkout_sessions_basket_unique")
      .on(table.ownerKey, table.basketHash)
      .where(sql`${table.state} in ('opening', 'open')`),
    index("checkout_sessions_customer_idx").on(table.customerId),
    // The funnel at the ops console.
    index("checkout_sessions_created_idx").on(table.createdAt),
    // Clean-up of conversion data.
    index("checkout_sessions_conversion_idx")
      .on(table.createdAt)
      .where(sql`${table.conversion} is not null`),
  ],
);

const subscriptionId = () =>
  text("subscription_id")
    .notNull()
    .references(() => subscriptions.id);

export const retentionOffers = pgTable(
  "retention_offers",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    reason: text("reason").$type<CancelReason>(),
    /** The price before the offer. */
    monthlyPence: integer("monthly_pence").notNull(),
    shownAt: timestamptz("shown_at").notNull(),
    answer: text("answer").$type<"accepted" | "declined">(),
    answeredAt: timestamptz("answered_at"),
  },
  (table) => [
    oneOf("retention_offers_answer_known", table.answer, ["accepted", "declined"]),
    index("retention_offers_subscription_idx").on(table.subscriptionId, table.shownAt),
    index("retention_offers_shown_idx").on(table.shownAt),
  ],
);

const SUBSCRIPTION_REQUEST_KINDS = ["cancel", "resume", "retention_offer"] as const;
export type SubscriptionRequestKind = (typeof SUBSCRIPTION_REQUEST_KINDS)[number];

// pending -> applied: the worker has changed Stripe, or found it as requested.
// pending -> rejected: Stripe rejects it for good; Stripe's state counts again. A replay may still apply it.
// pending -> superseded: replaced by a newer cancellation or resumption, or an offer whose subscription ended first.
// A pending cancellation or resumption overrides Stripe's state on every page.

/** Requests of users, and immediate cancellations that were made at Stripe. */
export const subscriptionRequests = pgTable(
  "subscription_requests",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    userId: userId(),
    kind: text("kind").$type<SubscriptionRequestKind>().notNull(),
    reason: text("reason").$type<CancelReason>(),
    feedback: text("feedback"),
    declinedOffer: boolean("declined_offer").notNull().default(false),
    monthlyPence: integer("monthly_pence").notNull(),
    /** The browser that accepted the offer made it. */
    idempotencyKey: uuid("idempotency_key"),
    state: text("state").$type<"pending" | "applied" | "rejected" | "superseded">().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    resolvedAt: timestamptz("resolved_at"),
  },
  (table) => [
    oneOf("subscription_requests_kind_known", table.kind, SUBSCRIPTION_REQUEST_KINDS),
    oneOf("subscription_requests_state_known", table.state, [
      "pending",
      "applied",
      "rejected",
      "superseded",
    ]),
    uniqueIndex("subscription_requests_one_pending_unique")
      .on(table.subscriptionId)
      .where(sql`${table.state} = 'pending' and ${table.kind} <> 'retention_offer'`),
    uniqueIndex("subscription_requests_one_offer_unique")
      .on(table.subscriptionId)
      .where(sql`${table.kind} = 'retention_offer' and ${table.state} in ('pending', 'applied')`),
    index("subscription_requests_subscription_idx").on(table.subscriptionId, table.requestedAt),
    index("subscription_requests_requested_idx").on(table.requestedAt),
  ],
);

export const refundRequests = pgTable(
  "refund_requests",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    customerId: customerId(),
    userId: userId(),
    message: text("message"),
    /** Paid when requested. */
    amountPence: integer("amount_pence").notNull(),
    state: text("state").$type<RefundRequestState>().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    decidedAt: timestamptz("decided_at"),
    /** The operator's, for the email to the customer. */
    decisionReason: text("decision_reason"),
    /** The operator's account; null for a first claim. */
    decidedBy: uuid("decided_by"),
    refundedAt: timestamptz("refunded_at"),
  },
  (table) => [
    oneOf("refund_requests_state_known", table.state, REFUND_REQUEST_STATES),
    uniqueIndex("refund_requests_subscription_unique").on(table.subscriptionId),
    index("refund_requests_user_idx").on(table.userId),
    index("refund_requests_customer_idx").on(table.customerId),
    // Retention figures of a window.
    index("refund_requests_asked_idx").on(table.requestedAt),
    index("refund_requests_undecided_idx")
      .on(table.requestedAt)
      .where(sql`${table.state} in ('asked', 'disputed')`),
    index("refund_requests_approved_idx")
      .on(table.requestedAt)
      .where(sql`${table.state} = 'approved'`),
  ],
);

/** The account, address and cards of each claim under the guarantee, as SHA-256: they outlive an erased account. */
export const guaranteeClaims = pgTable("guarantee_claims", {
  keyHash: text("key_hash").primaryKey(),
  refundRequestId: text("refund_request_id").notNull(),
});

/** Stripe events received. Their content is read from Stripe again. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    objectId: text("object_id"),
    customerId: text("customer_id"),
    apiVersion: text("api_version"),
    occurredAt: timestamptz("occurred_at").notNull(),
    receivedAt: madeAt("received_at"),
  },
  (table) => [
    index("stripe_events_customer_idx").on(table.customerId, table.receivedAt),
    // Finds the customer of a dispute or refund.
    index("stripe_events_object_idx").on(table.objectId),
    index("stripe_events_received_idx").on(table.receivedAt),
  ],
);

/**
 * Where the newest drift check of each kind stands. A check compares `customers`, looks through Stripe's `subscriptions`, then
 * writes its `report`.
 */
export const driftChecks = pgTable("drift_checks", {
  kind: text("kind").$type<"nightly" | "manual">().primaryKey(),
  /** Counts up with each change: an optimistic lock. */
  step: integer("step").notNull(),
  startedAt: timestamptz("started_at").notNull(),
  finishedAt: timestamptz("finished_at"),
  /** A worker runs the check until then, unless it was killed. */
  busyUntil: timestamptz("busy_until"),
  part: text("part").$type<"customers" | "subscriptions" | "report">().notNull(),
  /** Id of the last customer compared, or of Stripe's last subscription looked at. */
  after: text("after").notNull(),
  /** Customers to compare, counted at the start. */
  expected: integer("expected").notNull(),
  customers: integer("customers").notNull(),
  drifted: integer("drifted").notNull(),
  unknown: integer("unknown").notNull(),
  /** The first ones. */
  unknownSubscriptionIds: jsonb("unknown_subscription_ids").$type<readonly string[]>().notNull(),
});
export type DriftCheck = typeof driftChecks.$inferSelect;

export const cardExpiryNotices = pgTable(
  "card_expiry_notices",
  {
    subscriptionId: subscriptionId(),
    expYear: smallint("exp_year").notNull(),
    expMonth: smallint("exp_month").notNull(),
    notifiedAt: madeAt("notified_at"),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.expYear, table.expMonth] })],
);

/** One reminder per order and day after it. */
export const paymentReminders = pgTable(
  "payment_reminders",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    day: smallint("day").notNull(),
    remindedAt: madeAt("reminded_at"),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.day] })],
);

export const renewalNotices = pgTable(
  "renewal_notices",
  {
    subscriptionId: subscriptionId(),
    periodEnd: timestamptz("period_end").notNull(),
    noticedAt: madeAt("noticed_at"),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.periodEnd] })],
);

export const priceChanges = pgTable(
  "price_changes",
  {
    subscriptionId: subscriptionId(),
    fromStripePriceId: text("from_stripe_price_id").notNull(),
    stripePriceId: text("stripe_price_id").notNull(),
    /** The new price. */
    amountPence: integer("amount_pence").notNull(),
    announcedAt: timestamptz("announced_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.fromStripePriceId, table.stripePriceId] }),
  ],
);

/** The owner of each customer. It gives every right of a user. */
export const customerOwners = pgView("customer_owners", {
  customerId: text("customer_id").notNull(),
  userId: uuid("user_id").notNull(),
}).as(sql`select id as customer_id, user_id from customers where user_id is not null`);

/** Guests' customers under the proven email of a user, who may claim them. */
export const unclaimedCustomers = pgView("unclaimed_customers", {
  customerId: text("customer_id").notNull(),
  userId: uuid("user_id").notNull(),
}).as(
  sql`select customer.id as customer_id, account.id as user_id from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    )`,
);
