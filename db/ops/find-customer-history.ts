import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { StripeEventType } from "#contracts/events/stripe-event-received.ts";
import { isUuid } from "#contracts/uuid.ts";
import { subscriptionFields } from "#db/billing/find-subscriptions.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { type EmailReport, emailReportsOf } from "#db/emails/email-reports-sql.ts";
import { event, storedEvent } from "#db/events/stored-event.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import {
  customerOwners,
  customers,
  subscriptionRequests,
  orders,
  retentionOffers,
  subscriptions,
  stripeEvents,
} from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { type EffectStatus, eventEffects } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";
import { stateOfEvent } from "./event-state.ts";
import { listDisputes, type OpsDispute } from "./find-refunds.ts";
import { findSubmittedBrief, type SubmittedBrief } from "./find-submitted-brief.ts";
import { NAMED } from "./names.ts";

const CustomerProfile = z.object({
  userId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  ...NAMED,
  since: z.nullable(Timestamp),
  lastSignInAt: z.nullable(Timestamp),
  customerIds: z.array(z.string()),
});
type CustomerProfile = z.infer<typeof CustomerProfile>;

const CustomerAction = z.object({
  kind: z.enum(["offer_shown", "offer_accepted", "offer_declined", "cancelled", "resumed"]),
  reason: z.nullable(z.enum(CANCEL_REASONS)),
  at: Timestamp,
});

/** The ops console pages through all events elsewhere. */
const LIST_MAX = 200;

/** Other Stripe events are visible through their domain events. */
export const DISPUTE_EVENT_TYPES = [
  "charge.dispute.created",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
] as const satisfies readonly StripeEventType[];

/** @param key id of an account, of a Stripe customer, or of an enquiry */
export async function findCustomerHistory(db: Db, key: string): Promise<CustomerHistory | null> {
  const [person] = await rowsOf(db, CustomerProfile)`${personOfKey(key)}`;
  if (person === undefined) return null;
  const [subscriptionRows, events, orderRows, signIns, actions, invoiceEmails, disputeRows, brief] =
    await Promise.all([
      listSubscriptions(db, person),
      listEvents(db, person),
      listOrders(db, person),
      listSignIns(db, person),
      listCustomerActions(db, person),
      listInvoiceEmails(db, person),
      listDisputes(db, person.customerIds),
      person.userId === null ? null : findSubmittedBrief(db, person.userId),
    ]);
  return {
    person,
    subscriptions: subscriptionRows,
    events,
    orders: orderRows,
    signIns,
    actions,
    invoiceEmails,
    disputes: disputeRows,
    brief,
  };
}

const listSubscriptions = (db: Db, person: CustomerProfile) =>
  db
    .select({
      ...subscriptionFields,
      /** An open one of the same address under another owner. */
      second: sql<{ id: string; customerKey: string } | null>`(
        select jsonb_build_object('id', first.id, 'customerKey', coalesce(first.user_id::text, first.customer_id)) from ${subscriptions} first
        where first.id = ${subscriptions}.second_of and first.is_open and ${subscriptions}.is_open
      )`,
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(inArray(subscriptions.customerId, person.customerIds))
    .orderBy(desc(subscriptions.createdAt));

const listEvents = (db: Db, person: CustomerProfile) => {
  const theirCustomers = sql`${sql.param(person.customerIds)}::text[]`;
  const disputes = sql`${sql.param([...DISPUTE_EVENT_TYPES])}::text[]`;
  return db
    .select({
      ...storedEvent,
      state: stateOfEvent,
      effects: sql<
        { effect: string; status: EffectStatus; emailReports: EmailReport[] }[]
      >`coalesce((
        select jsonb_agg(jsonb_build_object(
          'effect', effect.effect, 'status', effect.status, 'emailReports', ${emailReportsOf(sql`effect`)}
        ) order by effect.effect)
        from ${eventEffects} effect where effect.event_id = event.id
      ), '[]')`,
    })
    .from(event)
    .where(
      // As an array the subjects are known before events are scanned, so their index is used.
      sql`event.aggregate_id = any(array(
          select ${person.userId}::text
          union all select unnest(${theirCustomers})
          union all select id from ${formSubmissions} where lower(email) = ${person.email}
          union all select object_id from ${stripeEvents}
            where customer_id = any(${theirCustomers}) and type = any(${disputes})
        )) and (event.type <> 'StripeEventReceived' or event.payload->>'notification' = any(${disputes}))`,
    )
    .orderBy(desc(event.occurredAt), desc(event.id))
    .limit(LIST_MAX);
};
export type CustomerEvent = Awaited<ReturnType<typeof listEvents>>[number];

const listOrders = (db: Db, person: CustomerProfile) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      amountPence: orders.amountPence,
      collectedPence: orders.collectedPence,
      creditNotes: orders.creditNotes,
      refundedPence: orders.refundedPence,
      currency: orders.currency,
      at: orders.orderedAt,
    })
    .from(orders)
    .where(inArray(orders.customerId, person.customerIds))
    .orderBy(desc(orders.orderedAt))
    .limit(LIST_MAX);

/** Current sessions only: a row is deleted at sign-out. */
async function listSignIns(
  db: Db,
  { userId }: CustomerProfile,
): Promise<{ at: string; methods: string[] }[]> {
  if (userId === null) return [];
  const rows = await db
    .select({ at: sessions.createdAt, amr: sessions.amr })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(LIST_MAX);
  return rows.map(({ at, amr }) => ({
    at,
    methods: [...new Set(amr.map(({ method }) => method))].toSorted(),
  }));
}

function listCustomerActions(db: Db, { customerIds }: CustomerProfile) {
  const theirSubscriptions = sql`select id from ${subscriptions}
    where customer_id = any(${sql.param(customerIds)}::text[])`;
  return rowsOf(db, CustomerAction)`select 'offer_shown' as kind, reason, shown_at as at
    from ${retentionOffers}
    where subscription_id in (${theirSubscriptions})
    union all select 'offer_' || answer, reason, answered_at from ${retentionOffers}
      where subscription_id in (${theirSubscriptions}) and answer is not null
    union all select case kind when 'cancel' then 'cancelled' else 'resumed' end, reason, requested_at from ${subscriptionRequests}
      where subscription_id in (${theirSubscriptions}) and kind <> 'retention_offer'`;
}

async function listInvoiceEmails(db: Db, { customerIds }: CustomerProfile): Promise<string[]> {
  const rows = await db
    .select({ email: customers.invoiceEmail })
    .from(customers)
    .where(inArray(customers.id, customerIds))
    .orderBy(customers.id);
  return rows.flatMap(({ email }) => email ?? []);
}

export type CustomerHistory = {
  person: CustomerProfile;
  subscriptions: Awaited<ReturnType<typeof listSubscriptions>>;
  events: CustomerEvent[];
  orders: Awaited<ReturnType<typeof listOrders>>;
  signIns: Awaited<ReturnType<typeof listSignIns>>;
  actions: z.infer<typeof CustomerAction>[];
  invoiceEmails: string[];
  disputes: OpsDispute[];
  brief: SubmittedBrief | null;
};

function personOfKey(key: string): SQL {
  if (isUuid(key)) {
    return sql`select account.id as user_id, account.email,
        ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, account.user_metadata->>'first_name' as first_name,
        account.user_metadata->>'last_name' as last_name, account.created_at as since, account.last_sign_in_at, coalesce((
          select jsonb_agg(owner.customer_id order by owner.customer_id) from ${customerOwners} owner
          where owner.user_id = account.id
        ), '[]') as customer_ids
      from ${users} account where account.id = ${key}::uuid`;
  }
  return sql`select null as user_id, nullif(customer.email, ${ERASED_EMAIL}) as email, null as business_name, null as first_name, null as last_name,
      customer.created_at as since, null as last_sign_in_at, jsonb_build_array(customer.id) as customer_ids
    from ${customers} customer where customer.id = ${key}
    union all
    select null, lower(enquiry.email), nullif(btrim(enquiry.payload->>'company'), ''), enquiry.payload->>'first_name', enquiry.payload->>'last_name',
      (select min(created_at) from ${formSubmissions} first where lower(first.email) = lower(enquiry.email)), null, '[]'
    from ${formSubmissions} enquiry
    where enquiry.id = ${key} and enquiry.email <> ${ERASED_EMAIL}
      and not exists (select from ${users} account where account.email = lower(enquiry.email) and not account.is_sso)
      and not exists (
        select from ${customers} customer where customer.user_id is null and customer.email = lower(enquiry.email)
      )`;
}
