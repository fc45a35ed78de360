import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { timesOf } from "#contracts/promises.ts";
import { isCallOf } from "#db/calls/call-of-sql.ts";
import { type Db, lastRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import {
  flowStates,
  identities,
  mfaFactors,
  oneTimeTokens,
  sessions,
  users,
  webauthnChallenges,
  webauthnCredentials,
} from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customers,
  refundRequests,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { businesses, posts, postSchedulings } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { operators } from "#db/schema/operators.ts";
import { promises } from "#db/schema/promises.ts";
import { insertErasedAddress } from "../accounts/erased-addresses.ts";
import type { CurrentUserIds } from "../accounts/sessions/current-user-sql.ts";
import { lockValidSession } from "../accounts/sessions/valid-session-sql.ts";
import { hasVerifiedEmail } from "../accounts/users/verified-email-sql.ts";
import { customersOfUser, isCheckoutOfUser } from "../billing/customers-sql.ts";
import { hasRenewingSubscription } from "../billing/subscription-sql.ts";

type EraseAccount = CurrentUserIds & { event: EventOf<"AccountErased"> };

/** `billing`: Stripe would charge again. `not_found` also for a session that ended. */
type Erasure = "erased" | "billing" | "not_found";

const Row = z.object({ found: z.boolean(), erased: z.boolean() });

const IMPERSONAL_FIELDS = ["form_type", "subject"];

/**
 * Deletes the personal data of an account, of enquiries under its proven email and of its purchases. A nameless row stays
 * for references; invoices, events and the audit log stay.
 */
export async function eraseAccount(db: Db, input: EraseAccount): Promise<Erasure> {
  const at = sql`${input.event.occurredAt}::timestamptz`;
  return erase(
    db,
    input,
    sql`deleted_at is null`,
    sql`${deletePersonalRows()}, erased as (
      update ${users} account set
        email = null, phone = null, password_hash = null, new_email = null, new_phone = null,
        email_confirmed_at = null, phone_confirmed_at = null, email_change_halfway = false,
        app_metadata = '{}', user_metadata = '{}', deleted_at = ${at}, updated_at = ${at}
      from target where account.id = target.id
      returning account.id
    )`,
  );
}

/** Does what {@link eraseAccount} does, and leaves no row. */
export async function deleteAccount(db: Db, input: EraseAccount): Promise<Erasure> {
  return erase(
    db,
    input,
    sql`true`,
    sql`erased as (
      delete from ${users} account using target where account.id = target.id
      returning account.id
    )`,
  );
}

/** @param parts CTEs on the account in `target`, the last one named `erased` */
async function erase(
  db: Db,
  { userId, sessionId, event }: EraseAccount,
  which: SQL,
  parts: SQL,
): Promise<Erasure> {
  const proven = sql`select lower(email) from ${users} account where id = ${userId}::uuid and ${hasVerifiedEmail(sql`account`)}`;
  const enquiries = sql`select id from ${formSubmissions} where lower(email) = any(array(${proven}))`;
  const own = sql`select id from ${businesses} where user_id = ${userId}::uuid or enquiry_id = any(array(${enquiries}))`;
  const { found, erased } = await lastRowOf(db, Row, [
    // Every statement that writes content locks one of these rows first: the last statement here reads what it wrote, or it finds no account.
    sql`select from ${users} where id = ${userId}::uuid for update`,
    sql`${enquiries} order by id for update`,
    sql`${own} order by id for update`,
    sql`select from ${posts} where business_id = any(array(${own})) order by id for update`,
    sql`with found as (
    select * from ${users} where ${lockValidSession({ userId, sessionId }, event.occurredAt)}
      and id = ${userId}::uuid and ${which} for update
  ), target as (
    select * from found where not ${hasRenewingSubscription(sql`found`)}
  ), last_mail as (
    ${insertErasedAddress({ id: event.id, at: event.occurredAt }, sql`target`)}
  ), ${eraseEnquiries()}, ${findScheduled(event)}, ${detachCalls()}, ${releasePromises(event)}, ${eraseFeedback()}, ${eraseConversions()}, ${eraseCustomers()}, ${parts}, event as (
    ${insertEvent(event, { type: "user", id: userId }, sql`from erased`, SCHEDULED_FACTS)}
  )
  select exists (select from found) as found, exists (select from erased) as erased`,
  ]);
  if (!found) return "not_found";
  return erased ? "erased" : "billing";
}

/** CTEs on the account in `target`, as the functions below are. */
function deletePersonalRows(): SQL {
  const tables = [
    sessions,
    oneTimeTokens,
    flowStates,
    mfaFactors,
    identities,
    webauthnCredentials,
    webauthnChallenges,
    businesses,
    operators,
  ];
  const parts = tables.map(
    (table, index) => sql`${sql.raw(`removed_${index}`)} as (
      delete from ${table} personal using target where personal.user_id = target.id
    )`,
  );
  return sql.join(parts, sql`, `);
}

function eraseEnquiries(): SQL {
  return sql`enquiries as (
    update ${formSubmissions} form set
      email = ${ERASED_EMAIL}, request_hash = '', conversion = null,
      payload = (
        select jsonb_object_agg(field.key, case
          when field.key = any(${sql.param(IMPERSONAL_FIELDS)}::text[]) then field.value
          when field.key = 'email' then to_jsonb(${ERASED_EMAIL}::text)
          else '"erased"'::jsonb end)
        from jsonb_each(form.payload) field
      )
    from target
    where lower(form.email) = target.email and ${hasVerifiedEmail(sql`target`)}
    returning form.id
  ), trials as (
    delete from ${businesses} business using enquiries where business.enquiry_id = enquiries.id
  )`;
}

/** A call stays, which Calendly may still cancel, and is nobody's. */
function detachCalls(): SQL {
  const own = sql`(select id from target)`;
  return sql`calls as (
    update ${bookedCalls} call set user_id = null, customer_id = null, enquiry_id = null
    where ${isCallOf({ userId: own, customers: customersOfUser(own), enquiries: sql`select id from enquiries` })}
    returning call.id
  )`;
}

/** Promises to an erased account lose their recipient. */
function releasePromises({ id, occurredAt }: EventOf<"AccountErased">): SQL {
  return sql`released_promises as (
    update ${promises} promise set released_by_event = ${id}, released_at = ${occurredAt}::timestamptz
    where promise.kept_at is null and promise.released_at is null and promise.subject_id = any(array(
      select id from enquiries
      union all select id from calls
      union all select id from ${posts} where business_id = any(array(
        select id from ${businesses} where user_id = (select id from target)
        union all select trial.id from ${businesses} trial join enquiries on enquiries.id = trial.enquiry_id
      ))
    ))
  )`;
}

/** What platforms' own schedulers have of the account, and an open promise to take it out. */
function findScheduled({ id, occurredAt }: EventOf<"AccountErased">): SQL {
  const { dueAt, warnAt } = timesOf("stop-erased-posts", occurredAt);
  return sql`scheduled as (
    select business.account_manager_id, scheduled.platform, scheduled.goes_live_at
    from ${businesses} business
    join ${posts} post on post.business_id = business.id
    join ${postSchedulings} scheduled on scheduled.post_id = post.id
    where (business.user_id = (select id from target) or business.enquiry_id in (select id from enquiries))
      and scheduled.goes_live_at > ${occurredAt}::timestamptz
  ), stop_promise as (
    insert into ${promises} (rule, subject_id, started_by_event, started_at, due_at, warn_at)
    select 'stop-erased-posts', target.id::text, ${id}, ${occurredAt}::timestamptz, ${dueAt}::timestamptz, ${warnAt}::timestamptz
    from target where exists (select from scheduled) on conflict do nothing
  )`;
}

const SCHEDULED_FACTS = sql`coalesce((
    select jsonb_build_object('managerId', (array_agg(account_manager_id))[1], 'scheduled', jsonb_agg(jsonb_build_object(
      'platform', platform, 'goesLiveAt', to_char(goes_live_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by goes_live_at, platform))
    from scheduled having count(*) > 0
  ), '{}')`;

function eraseFeedback(): SQL {
  return sql`cancellation_texts as (
    update ${subscriptionRequests} request set feedback = null
    where request.feedback is not null and request.user_id = (select id from target) and request.subscription_id = any(array(
      select subscription.id from ${subscriptions} subscription
      where subscription.customer_id = any(array(${customersOfUser(sql`(select id from target)`)}))
    ))
  ), refund_texts as (
    update ${refundRequests} request set message = null, decision_reason = null from target
    where request.user_id = target.id
  )`;
}

/**
 * Raising the version discards a sync that has begun: it would give the customers back to the account. Without
 * `synced_at` the worker finds them, also a guest's and those of an account without a row.
 */
function eraseCustomers(): SQL {
  return sql`erased_customers as (
    update ${customers} customer set
      email = ${ERASED_EMAIL}, invoice_email = null, guest_key = null, version = version + 1, synced_at = null
    where customer.id = any(array(${customersOfUser(sql`(select id from target)`)}))
  )`;
}

function eraseConversions(): SQL {
  return sql`conversions as (
    update ${checkoutSessions} checkout set conversion = null
    where checkout.conversion is not null and ${isCheckoutOfUser(sql`(select id from target)`)}
  )`;
}
