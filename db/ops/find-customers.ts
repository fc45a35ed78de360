import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { isId } from "#contracts/ids.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { activeOperators } from "../accounts/account-manager-sql.ts";
import { billedItems, isCancelScheduled, isInService } from "../billing/subscription-sql.ts";
import { type Db, findRowOf, findValueOf, rowsOf } from "../client.ts";
import { joinAdopter } from "../content/adopt-trials.ts";
import { users } from "../schema/accounts.ts";
import {
  customerOwners,
  customers,
  orders,
  stripeEvents,
  subscriptions,
} from "../schema/billing.ts";
import { businesses } from "../schema/content.ts";
import { formSubmissions } from "../schema/enquiries.ts";
import { Timestamp } from "../timestamps.ts";
import { NAMED, accountsByName, enquiriesByName, normalizeName } from "./names.ts";

const Found = z.object({
  /** Id of an account, else of a Stripe customer, else of the newest enquiry. */
  key: z.string(),
  onlyEnquired: z.boolean(),
  email: z.nullable(z.string()),
  ...NAMED,
});
export type CustomerSearchResult = z.infer<typeof Found>;

/** A search that matches more has to be more specific. */
const FOUND_MAX = 20;

/** By email, the start of a person's name or of each word of a business's, the number of an invoice or credit note, or an id of ours or Stripe's. */
export async function searchCustomers(db: Db, text: string): Promise<CustomerSearchResult[]> {
  const typed = normalizeName(text);
  if (typed === "") return [];
  const upper = text.trim().toUpperCase();
  // Linked and unlinked accounts have an index each.
  return rowsOf(db, Found)`with enquiry as (
    select distinct on (lower(email)) id, lower(email) as email, nullif(btrim(payload->>'company'), '') as business_name,
      payload->>'first_name' as first_name, payload->>'last_name' as last_name
    from ${formSubmissions}
    where (lower(email) = ${typed} or id = any(array(${enquiriesByName(text, FOUND_MAX)}))) and email <> ${ERASED_EMAIL}
    order by lower(email), created_at desc
  ), address as (
    select email from enquiry union select ${typed}::text
  ), account as (
    select account.id from ${users} account join address on account.email = address.email where not account.is_sso
    union select account.id from ${users} account join address on account.email = address.email where account.is_sso
    union select id from ${users} where id::text = ${typed} and id = (
      case when ${typed} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${typed} end)::uuid
    union ${accountsByName(text, FOUND_MAX)}
  ), customer as (
    select id, user_id, email from ${customers} where id = ${text.trim()}
    union select id, user_id, customer.email from ${customers} customer join address on customer.email = address.email
      where user_id is null and customer.email <> ${ERASED_EMAIL}
    union select id, user_id, email from ${customers} where id in (
      select customer_id from ${subscriptions} where id = ${text.trim()}
      union all select customer_id from ${orders} where id = ${text.trim()}
      -- A credit note is numbered after its invoice.
      union all select customer_id from ${orders} where number = ${upper.replace(/-CN-\d+$/, "")}
      union all select customer_id from ${stripeEvents} where object_id = ${text.trim()}
    )
  )
  select id::text as key, false as only_enquired, email,
    ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, user_metadata->>'first_name' as first_name,
    user_metadata->>'last_name' as last_name
  from ${users} account where id in (select id from account union select user_id from customer)
  union all
  select id, false, email, null, null, null from customer where user_id is null
  union all
  select id, true, email, business_name, first_name, last_name from enquiry
  where email not in (
    select known.email from ${users} known join account on account.id = known.id where known.email is not null
    union all select email from customer where user_id is null and email is not null
  )
  limit ${FOUND_MAX}`;
}

const HeldItem = z.object({ priceId: z.nullable(z.string()), quantity: z.int() });

const Row = z.object({
  /** Null for a free trial, which has an enquiry in its place. */
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  ...NAMED,
  /** One to a plan before others; null when content is not paid for. */
  subscription: z.nullable(
    z.object({
      id: z.string(),
      status: z.enum(SUBSCRIPTION_STATUSES),
      items: z.array(HeldItem),
      scheduled: z.nullable(z.object({ items: z.array(HeldItem), at: z.string() })),
      /** Null for one that goes on. */
      endsAt: z.nullable(Timestamp),
      anchorAt: Timestamp,
    }),
  ),
});
export type ContentCustomer = z.infer<typeof Row>;

/**
 * Finds the customer of content. Once an account has adopted a free trial, the id of its enquiry finds the account.
 *
 * @param key id of a user or of a free-trial enquiry
 */
export async function findContentCustomer(db: Db, key: string): Promise<ContentCustomer | null> {
  const userId = isId("submission", key) ? await findAdopter(db, key) : key;
  return findRowOf(db, Row)`${userId === null ? trialOf(key) : customerOf(userId)}`;
}

/** Finds who adopted a trial, which since has no business of its own. */
function findAdopter(db: Db, enquiryId: string): Promise<string | null> {
  return findValueOf(db, z.string())`select account.id
  from ${formSubmissions} enquiry
  ${joinAdopter}
  where enquiry.id = ${enquiryId} and enquiry.form_type = 'free-trial'
    and not exists (select from ${businesses} trial where trial.enquiry_id = enquiry.id)`;
}

function trialOf(enquiryId: string): SQL {
  return sql`select null as user_id, enquiry.id as enquiry_id,
      nullif(btrim(enquiry.payload->>'company'), '') as business_name, enquiry.payload->>'first_name' as first_name,
      enquiry.payload->>'last_name' as last_name, null as subscription
    from ${formSubmissions} enquiry
    where enquiry.id = ${enquiryId} and enquiry.form_type = 'free-trial' and enquiry.email <> ${ERASED_EMAIL}`;
}

function customerOf(userId: string): SQL {
  return sql`select account.id as user_id, null as enquiry_id,
      ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, account.user_metadata->>'first_name' as first_name,
      account.user_metadata->>'last_name' as last_name, (
        select jsonb_build_object('id', subscription.id, 'status', subscription.status, 'items', ${billedItems(sql`subscription`)},
          'scheduled', subscription.scheduled,
          'endsAt', case when ${isCancelScheduled(sql`subscription`)} then coalesce(subscription.cancel_at, subscription.current_period_end) end,
          'anchorAt', coalesce(subscription.anchor_at, subscription.current_period_end, subscription.created_at))
        from ${customerOwners} owner
        join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
        where owner.user_id = account.id and ${isInService(sql`subscription`)}
        order by subscription.price_id is null, subscription.created_at, subscription.id limit 1
      ) as subscription
      from ${users} account where account.id = ${userId}::uuid and account.deleted_at is null`;
}

const MANAGED_PLANS = PLANS.flatMap(({ priceId, showsAccountManager }) =>
  showsAccountManager ? priceId : [],
);

const UNASSIGNED_MAX = 100;

const Unassigned = z.object({
  userId: z.string(),
  ...NAMED,
  priceId: z.string(),
  since: Timestamp,
});
export type UnassignedCustomer = z.infer<typeof Unassigned>;

/** Lists customers whose plan names an account manager and who have none, the longest waiting first. */
export async function listUnassignedCustomers(db: Db): Promise<UnassignedCustomer[]> {
  return rowsOf(db, Unassigned)`select account.id as user_id,
    ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, account.user_metadata->>'first_name' as first_name,
    account.user_metadata->>'last_name' as last_name, subscription.price_id, subscription.created_at as since
  from ${subscriptions} subscription
  join ${customerOwners} owner on owner.customer_id = subscription.customer_id
  join ${users} account on account.id = owner.user_id
  where ${isInService(sql`subscription`)}
    and subscription.price_id = any(${sql.param(MANAGED_PLANS)}::text[]) and not exists (
      select from ${businesses} managed join ${activeOperators()} on operator.user_id = managed.account_manager_id
      where managed.user_id = account.id
    )
  order by subscription.created_at, subscription.id limit ${UNASSIGNED_MAX}::int`;
}
