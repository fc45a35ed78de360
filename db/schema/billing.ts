import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
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
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type {
  PendingUpdate,
  DiscountState,
  ScheduledChange,
} from "#contracts/billing/stripe-state.ts";
import type { OrderStatus, SubscriptionStatus } from "#contracts/billing/subscription-status.ts";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";

// What the payment provider holds of a customer, as it was when it was last read. Rows have the provider's own ids. Only
// `saveCustomerState` changes them after they are made, so that each customer's rows are of one reading.

/** Null once the account is gone: what was paid stays in the books. */
const userId = () => uuid("user_id").references(() => users.id, { onDelete: "set null" });

/** One row for each customer at the payment provider, made before anything can be paid. */
export const customers = pgTable(
  "customers",
  {
    id: text("id").primaryKey(),
    /** Whose it is: from the beginning for `account`, once it was claimed for `guest`. */
    userId: userId(),
    origin: text("origin").$type<"account" | "guest">().notNull(),
    /** Made by a guest's browser, one for all that it buys. */
    guestKey: uuid("guest_key").unique(),
    /** Lower case, as the provider has it. Whoever has proven that it is theirs owns what a guest bought with it. */
    email: text("email"),
    /** Raised with each change: who read an older one has read too early. */
    version: integer("version").notNull().default(0),
    /** When the last reading that was kept had begun. */
    syncedAt: timestamptz("synced_at"),
    /** Deleted at the provider. */
    isDeleted: boolean("is_deleted").notNull().default(false),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    check("customers_origin_known", sql`${table.origin} in ('account', 'guest')`),
    // Two requests of one account that come at once store one customer.
    uniqueIndex("customers_account_unique")
      .on(table.userId)
      .where(sql`${table.origin} = 'account' and not ${table.isDeleted}`),
    index("customers_user_idx").on(table.userId),
    // A proven address looks for what was bought with it.
    index("customers_unclaimed_idx")
      .on(table.email)
      .where(sql`${table.userId} is null`),
    // The nightly check goes through all of them in this order.
    index("customers_synced_idx").on(table.syncedAt),
  ],
);

const customerId = () =>
  text("customer_id")
    .notNull()
    .references(() => customers.id);

/** One row for each subscription: a plan and its add-ons. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    customerId: customerId(),
    userId: userId(),
    status: text("status").$type<SubscriptionStatus>().notNull(),
    /** The plan's price by its name in the catalogue; null for one that is not ours. */
    priceId: text("price_id"),
    currentPeriodEnd: timestamptz("current_period_end"),
    /** Whether it ends with the period, or at another moment that is already set. */
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    cancelAt: timestamptz("cancel_at"),
    canceledAt: timestamptz("canceled_at"),
    endedAt: timestamptz("ended_at"),
    paymentMethodBrand: text("payment_method_brand"),
    paymentMethodLast4: text("payment_method_last4"),
    paymentMethodExpMonth: smallint("payment_method_exp_month"),
    paymentMethodExpYear: smallint("payment_method_exp_year"),
    /** What is taken off its invoices. */
    discounts: jsonb("discounts").$type<readonly DiscountState[]>().notNull().default([]),
    /** What it becomes when the period ends, where that was chosen. */
    scheduled: jsonb("scheduled").$type<ScheduledChange>(),
    /** What it becomes once a payment has arrived. */
    awaiting: jsonb("awaiting").$type<PendingUpdate>(),
    /** What is still to be taken for the period that runs; null where nothing is. */
    renewalPence: integer("renewal_pence"),
    /** The subscription that was there first, of a customer who paid for two. */
    duplicateOf: text("duplicate_of"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    check(
      "subscriptions_status_known",
      sql`${table.status} in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid',
        'paused')`,
    ),
    // One living subscription for each person; for a guest whom nobody knows yet, for each customer.
    uniqueIndex("subscriptions_one_open_unique")
      .on(sql`coalesce(${table.userId}::text, ${table.customerId})`)
      .where(
        sql`${table.status} not in ('canceled', 'incomplete_expired') and ${table.duplicateOf} is null`,
      ),
    index("subscriptions_customer_idx").on(table.customerId),
    index("subscriptions_user_idx").on(table.userId),
  ],
);

/** One row for each thing that a subscription is made of. */
export const subscriptionItems = pgTable(
  "subscription_items",
  {
    id: text("id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** By its name in the catalogue; null for one that is not ours. */
    priceId: text("price_id"),
    stripePriceId: text("stripe_price_id").notNull(),
    amountPence: integer("amount_pence").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (table) => [index("subscription_items_subscription_idx").on(table.subscriptionId)],
);

/** One row for each invoice that was sent out, under the invoice's id. */
export const orders = pgTable(
  "orders",
  {
    id: text("id").primaryKey(),
    customerId: customerId(),
    subscriptionId: text("subscription_id"),
    status: text("status").$type<OrderStatus>().notNull(),
    amountPence: integer("amount_pence").notNull(),
    /** How much of it was given back. */
    refundedPence: integer("refunded_pence").notNull().default(0),
    currency: text("currency").notNull(),
    /** When it was paid; until then, when it was written. */
    orderedAt: timestamptz("ordered_at").notNull(),
  },
  (table) => [
    check(
      "orders_status_known",
      sql`${table.status} in ('completed', 'pending', 'void', 'uncollectible', 'refunded', 'partially_refunded')`,
    ),
    index("orders_customer_idx").on(table.customerId, table.orderedAt),
    index("orders_subscription_idx").on(table.subscriptionId, table.orderedAt),
  ],
);

export const REFUND_REQUEST_STATES = ["asked", "approved", "declined", "refunded"] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

export const CHECKOUT_STATES = ["opening", "open", "complete", "expired"] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** One row for each visit to the provider's payment page. */
export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    /** Ours; what the provider is asked for is asked for under it, so that a repeat is the same session. */
    id: text("id").primaryKey(),
    /** `user:` or `guest:` and the id of whoever buys. */
    ownerKey: text("owner_key").notNull(),
    /** SHA-256 of what is bought and where the browser goes afterwards. */
    basketHash: text("basket_hash").notNull(),
    /** By their names in the catalogue, the plan first. */
    priceIds: jsonb("price_ids").$type<string[]>().notNull(),
    customerId: text("customer_id").references(() => customers.id),
    stripeSessionId: text("stripe_session_id").unique(),
    url: text("url"),
    /** What the advertiser may be told of the purchase, of buyers who consented to that. */
    conversion: jsonb("conversion").$type<StoredPurchaseConversion>(),
    state: text("state").$type<CheckoutState>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    check(
      "checkout_sessions_state_known",
      sql`${table.state} in ('opening', 'open', 'complete', 'expired')`,
    ),
    // A double click, a retry and a second tab find the first one's session.
    uniqueIndex("checkout_sessions_basket_unique")
      .on(table.ownerKey, table.basketHash)
      .where(sql`${table.state} in ('opening', 'open')`),
    index("checkout_sessions_customer_idx").on(table.customerId),
    // What the advertiser may be told is kept for a while only.
    index("checkout_sessions_conversion_idx")
      .on(table.createdAt)
      .where(sql`${table.conversion} is not null`),
  ],
);

const subscriptionId = () =>
  text("subscription_id")
    .notNull()
    .references(() => subscriptions.id);

/** One row for each subscription whose owner took the offer to stay: nobody takes it twice. */
export const retentionAcceptances = pgTable("retention_acceptances", {
  subscriptionId: text("subscription_id")
    .primaryKey()
    .references(() => subscriptions.id),
  /** Made by the browser that claimed: the same claim sent again is no second one. */
  acceptKey: uuid("accept_key"),
  acceptedAt: timestamptz("accepted_at").notNull(),
  /** Null until the provider has confirmed the discount. */
  appliedAt: timestamptz("applied_at"),
  /** When the provider refused it for good, or its owner ended the subscription before it was told: not taken. */
  rejectedAt: timestamptz("rejected_at"),
});

/** One row for each time that somebody who was leaving was shown the offer, and what they answered. */
export const retentionOffers = pgTable(
  "retention_offers",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    /** Why they were leaving, where they said. */
    reason: text("reason").$type<CancelReason>(),
    /** What they paid each month, before the offer. */
    monthlyPence: integer("monthly_pence").notNull(),
    shownAt: timestamptz("shown_at").notNull(),
    answer: text("answer").$type<"accepted" | "declined">(),
    answeredAt: timestamptz("answered_at"),
  },
  (table) => [
    check("retention_offers_answer_known", sql`${table.answer} in ('accepted', 'declined')`),
    index("retention_offers_subscription_idx").on(table.subscriptionId, table.shownAt),
    index("retention_offers_shown_idx").on(table.shownAt),
  ],
);

/**
 * One row for each answer of a person about the end of their subscription; of those that they gave elsewhere, what ends at
 * once. While the newest is pending it holds, whatever the provider says: it has still to be told.
 */
export const subscriptionRequests = pgTable(
  "subscription_requests",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    userId: userId(),
    action: text("action").$type<"cancel" | "resume">().notNull(),
    reason: text("reason").$type<CancelReason>(),
    /** In their own words. */
    feedback: text("feedback"),
    /** Whether they had the offer to stay before them. */
    declinedOffer: boolean("declined_offer").notNull().default(false),
    /** What they paid each month. */
    monthlyPence: integer("monthly_pence").notNull(),
    /** `superseded`: they said otherwise before the provider was told. */
    state: text("state").$type<"pending" | "applied" | "rejected" | "superseded">().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    resolvedAt: timestamptz("resolved_at"),
  },
  (table) => [
    check("subscription_requests_action_known", sql`${table.action} in ('cancel', 'resume')`),
    check(
      "subscription_requests_state_known",
      sql`${table.state} in ('pending', 'applied', 'rejected', 'superseded')`,
    ),
    uniqueIndex("subscription_requests_one_pending_unique")
      .on(table.subscriptionId)
      .where(sql`${table.state} = 'pending'`),
    index("subscription_requests_subscription_idx").on(table.subscriptionId, table.requestedAt),
    index("subscription_requests_requested_idx").on(table.requestedAt),
  ],
);

/** One row for each person who asked for their money back under the guarantee. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: text("id").primaryKey(),
    subscriptionId: subscriptionId(),
    customerId: customerId(),
    userId: userId(),
    /** In their own words. */
    message: text("message"),
    /** What they had paid for the subscription when they asked. */
    amountPence: integer("amount_pence").notNull(),
    state: text("state").$type<RefundRequestState>().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    decidedAt: timestamptz("decided_at"),
    /** The account that decided. */
    decidedBy: uuid("decided_by"),
    refundedAt: timestamptz("refunded_at"),
  },
  (table) => [
    check(
      "refund_requests_state_known",
      sql`${table.state} in ('asked', 'approved', 'declined', 'refunded')`,
    ),
    uniqueIndex("refund_requests_subscription_unique").on(table.subscriptionId),
    index("refund_requests_user_idx").on(table.userId),
    index("refund_requests_customer_idx").on(table.customerId),
    // The desk's figures of a window.
    index("refund_requests_asked_idx").on(table.requestedAt),
    // What somebody has to decide.
    index("refund_requests_undecided_idx")
      .on(table.requestedAt)
      .where(sql`${table.state} = 'asked'`),
  ],
);

/** One row for each notification of the provider's. What it says is read again where it comes from. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** What it is about, and whose that is, where it says so. */
    objectId: text("object_id"),
    customerId: text("customer_id"),
    apiVersion: text("api_version"),
    occurredAt: timestamptz("occurred_at").notNull(),
    receivedAt: timestamptz("received_at").notNull().defaultNow(),
  },
  (table) => [
    index("stripe_events_customer_idx").on(table.customerId, table.receivedAt),
    // The desk finds whose a dispute or a refund is.
    index("stripe_events_object_idx").on(table.objectId),
    index("stripe_events_received_idx").on(table.receivedAt),
  ],
);

/** One row for each customer whose card a person was told of: once for each date that one runs out. */
export const cardExpiryNotices = pgTable(
  "card_expiry_notices",
  {
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id),
    expYear: smallint("exp_year").notNull(),
    expMonth: smallint("exp_month").notNull(),
    notifiedAt: timestamptz("notified_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.expYear, table.expMonth] })],
);

/**
 * Whose each customer is. What a guest bought belongs to whoever claimed it, and until then to the account that has
 * proven to own the address that it was bought with.
 */
export const customerOwners = pgView("customer_owners", {
  customerId: text("customer_id").notNull(),
  userId: uuid("user_id").notNull(),
  isClaimed: boolean("is_claimed").notNull(),
}).as(
  sql`select id as customer_id, user_id, true as is_claimed from customers where user_id is not null
    union all
    select customer.id, account.id, false from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    )`,
);

/**
 * A person's subscription, one row each: the living one, else the latest. `user_id` is what readers are held to and is
 * no part of the answer.
 */
export const userSubscription = pgView("user_subscription", {
  userId: uuid("user_id").notNull(),
  subscriptionId: text("subscription_id").notNull(),
  priceId: text("price_id"),
  subscriptionStatus: text("subscription_status").$type<SubscriptionStatus>().notNull(),
  /** Seconds since the epoch. */
  currentPeriodEnd: bigint("current_period_end", { mode: "number" }),
  paymentMethodBrand: text("payment_method_brand"),
  paymentMethodLast4: text("payment_method_last4"),
  cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
}).as(
  sql`select distinct on (owner.user_id) owner.user_id, subscription.id as subscription_id, subscription.price_id,
      subscription.status as subscription_status,
      extract(epoch from subscription.current_period_end)::bigint as current_period_end,
      subscription.payment_method_brand, subscription.payment_method_last4,
      coalesce(request.action = 'cancel', subscription.cancel_at_period_end) as cancel_at_period_end
    from customer_owners owner join subscriptions subscription on subscription.customer_id = owner.customer_id
    -- What its owner said last holds, also before the provider was told.
    left join subscription_requests request on request.subscription_id = subscription.id and request.state = 'pending'
    order by owner.user_id, subscription.status in ('canceled', 'incomplete_expired'),
      subscription.duplicate_of is not null, subscription.created_at desc, subscription.id`,
);

/** A person's orders. `user_id` is what readers are held to and is no part of the answer. */
export const userOrders = pgView("user_orders", {
  userId: uuid("user_id").notNull(),
  orderId: text("order_id").notNull(),
  orderStatus: text("order_status").$type<OrderStatus>().notNull(),
  orderDate: timestamptz("order_date").notNull(),
  /** Pence. */
  amountTotal: integer("amount_total").notNull(),
  /** Pence of it that were given back. */
  amountRefunded: integer("amount_refunded").notNull(),
}).as(
  sql`select owner.user_id, orders.id as order_id, orders.status as order_status, orders.ordered_at as order_date,
      orders.amount_pence as amount_total, orders.refunded_pence as amount_refunded
    from customer_owners owner join orders on orders.customer_id = owner.customer_id`,
);
