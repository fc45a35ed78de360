import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES, ORDER_STATUSES } from "#contracts/billing/subscription-status.ts";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import type { StripeEventType } from "#contracts/events/stripe-event-received.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { isCancelScheduled } from "#db/billing/pending-cancellation-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { StoredEvent } from "#db/events/stored-event.ts";
import { Timestamp } from "#db/timestamps.ts";
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
import { EFFECT_STATUSES, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { EVENT_STATES, stateOfEvent } from "./event-state.ts";

const CustomerProfile = z.object({
  user_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  since: z.nullable(Timestamp),
  last_sign_in_at: z.nullable(Timestamp),
  customer_ids: z.array(z.string()),
});
export type CustomerProfile = z.infer<typeof CustomerProfile>;

const CustomerEvent = StoredEvent.extend({
  state: z.enum(EVENT_STATES),
  effects: z.array(z.object({ effect: z.string(), status: z.enum(EFFECT_STATUSES) })),
});
export type CustomerEvent = z.infer<typeof CustomerEvent>;

const Subscription = z.object({
  id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Timestamp),
  is_ending: z.boolean(),
});

const Order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  amount_pence: z.int(),
  refunded_pence: z.int(),
  at: Timestamp,
});

const SignIn = z.object({ at: Timestamp, methods: z.array(z.string()) });

const Answer = z.object({
  kind: z.enum(["offer_shown", "offer_claimed", "offer_declined", "ended", "stayed"]),
  reason: z.nullable(z.enum(CANCEL_REASONS)),
  at: Timestamp,
});

export type CustomerHistory = {
  person: CustomerProfile;
  subscriptions: z.infer<typeof Subscription>[];
  events: CustomerEvent[];
  orders: z.infer<typeof Order>[];
  /** Current sessions only: a row is deleted at sign-out. */
  signIns: z.infer<typeof SignIn>[];
  answers: z.infer<typeof Answer>[];
};

/** More than anybody reads; the events list goes on from here. */
const MOST = 200;

/** Stripe event types worth showing; the others are visible through their domain events. */
export const DISPUTE_EVENT_TYPES = [
  "charge.dispute.created",
  "charge.dispute.closed",
] as const satisfies readonly StripeEventType[];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds the history of a customer, account or enquirer.
 *
 * @param key id of an account, of a Stripe customer, or of an enquiry
 */
export async function findCustomerHistory(db: Db, key: string): Promise<CustomerHistory | null> {
  const [person] = await rowsOf(db, personOfKey(key), CustomerProfile);
  if (person === undefined) return null;
  const customerIds = JSON.stringify(person.customer_ids);
  const theirCustomers = sql`select jsonb_array_elements_text(${customerIds}::jsonb)`;
  const disputes = sql`${sql.param([...DISPUTE_EVENT_TYPES])}::text[]`;
  const theirSubscriptions = sql`select id from ${subscriptions} where customer_id in (${theirCustomers})`;
  const [held, events, paid, signIns, answers] = await Promise.all([
    rowsOf(
      db,
      sql`select subscription.id, subscription.status, subscription.price_id, subscription.current_period_end,
          ${isCancelScheduled(sql`subscription`)} as is_ending
        from ${subscriptions} subscription
        where subscription.customer_id in (${theirCustomers}) order by subscription.created_at desc`,
      Subscription,
    ),
    rowsOf(
      db,
      sql`with page as (
        select event.id, event.type, event.version, event.aggregate_type, event.aggregate_id, event.actor, event.payload,
          event.request_id, event.occurred_at, ${stateOfEvent} as state
        from ${outboxEvents} event
        where event.aggregate_id = any(array(
          select ${person.user_id}::text
          union all ${theirCustomers}
          union all select id from ${formSubmissions} where lower(email) = ${person.email}
          union all select object_id from ${stripeEvents}
            where customer_id = any(array(${theirCustomers})) and type = any(${disputes})
        )) and (event.type <> 'StripeEventReceived' or event.payload->>'notification' = any(${disputes}))
        order by event.occurred_at desc, event.id desc limit ${MOST}
      )
      select page.*, coalesce((
        select jsonb_agg(jsonb_build_object('effect', ledger.effect, 'status', ledger.status) order by ledger.effect)
        from ${eventEffects} ledger where ledger.event_id = page.id
      ), '[]') as effects
      from page order by page.occurred_at desc, page.id desc`,
      CustomerEvent,
    ),
    rowsOf(
      db,
      sql`select id, status, amount_pence, refunded_pence, ordered_at as at from ${orders}
        where customer_id in (${theirCustomers}) order by ordered_at desc limit ${MOST}`,
      Order,
    ),
    rowsOf(
      db,
      sql`select created_at as at, coalesce((
          select jsonb_agg(distinct entry->>'method') from jsonb_array_elements(amr) entry
        ), '[]') as methods
        from ${sessions} where user_id = ${person.user_id}::uuid order by created_at desc limit ${MOST}`,
      SignIn,
    ),
    rowsOf(
      db,
      sql`select 'offer_shown' as kind, reason, shown_at as at from ${retentionOffers}
        where subscription_id in (${theirSubscriptions})
        union all select 'offer_' || answer, reason, answered_at from ${retentionOffers}
          where subscription_id in (${theirSubscriptions}) and answer is not null
        union all select case kind when 'cancel' then 'ended' else 'stayed' end, reason, requested_at from ${subscriptionRequests}
          where subscription_id in (${theirSubscriptions}) and kind <> 'retention_offer'`,
      Answer,
    ),
  ]);
  return { person, subscriptions: held, events, orders: paid, signIns, answers };
}

function personOfKey(key: string): SQL {
  if (UUID.test(key)) {
    return sql`select account.id as user_id, account.email, account.user_metadata->>'first_name' as first_name,
        account.user_metadata->>'last_name' as last_name, account.created_at as since, account.last_sign_in_at, coalesce((
          select jsonb_agg(owner.customer_id order by owner.customer_id) from ${customerOwners} owner
          where owner.user_id = account.id
        ), '[]') as customer_ids
      from ${users} account where account.id = ${key}::uuid`;
  }
  return sql`select null as user_id, nullif(customer.email, ${ERASED_EMAIL}) as email, null as first_name, null as last_name,
      customer.created_at as since, null as last_sign_in_at, jsonb_build_array(customer.id) as customer_ids
    from ${customers} customer where customer.id = ${key}
    union all
    select null, lower(enquiry.email), enquiry.payload->>'first_name', enquiry.payload->>'last_name',
      (select min(created_at) from ${formSubmissions} first where lower(first.email) = lower(enquiry.email)), null, '[]'
    from ${formSubmissions} enquiry
    where enquiry.id = ${key} and enquiry.email <> ${ERASED_EMAIL}
      and not exists (select from ${users} account where account.email = lower(enquiry.email) and not account.is_sso)
      and not exists (
        select from ${customers} customer where customer.user_id is null and customer.email = lower(enquiry.email)
      )`;
}
