import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { CURRENCY } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { PROMISE_RULES } from "#contracts/events/promises.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import {
  customers,
  isListed,
  LISTED_STATES,
  listedState,
  orders,
  subscriptions,
} from "#db/schema/billing.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { operators } from "#db/schema/operators.ts";
import { promises } from "#db/schema/promises.ts";
import { Timestamp } from "#db/timestamps.ts";
import { billedItems } from "../billing/subscription-sql.ts";
import { NAMED } from "./names.ts";

export const CUSTOMER_STATES = ["trial", ...LISTED_STATES] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

const Row = z.object({
  /** Id of the subscription, or of the enquiry for a free trial. */
  id: z.string(),
  /** Id of an account, of a Stripe customer, or of an enquiry. */
  key: z.string(),
  ...NAMED,
  state: z.enum(CUSTOMER_STATES),
  /** The plan first; none for a free trial. */
  items: z.array(
    z.object({
      priceId: z.nullable(z.string()),
      quantity: z.int(),
      productName: z.nullable(z.string()),
    }),
  ),
  since: Timestamp,
  managerName: z.nullable(z.string()),
  nextPromise: z.nullable(z.object({ id: z.int(), rule: z.enum(PROMISE_RULES), dueAt: Timestamp })),
  /** When somebody of the team last kept a promise to them. */
  contactedAt: z.nullable(Timestamp),
  /** Taken less refunded, in pounds' pence, since the month began in London. */
  monthPence: z.int(),
});
export type ListedCustomer = z.infer<typeof Row>;

type CustomerCursor = { since: string; id: string };
export type CustomerFilter = {
  state: CustomerState | null;
  priceId: string | null;
  /** Id of the account manager. */
  managerId: string | null;
  before: CustomerCursor | null;
};

/**
 * Lists customers, the newest first: each with their open subscription, else with the last one that ended, and free trials that have not
 * become one.
 *
 * @param page `now` in ISO 8601
 */
export async function listCustomers(
  db: Db,
  filter: CustomerFilter,
  { now, limit }: { now: string; limit: number },
): Promise<{ customers: ListedCustomer[]; hasMore: boolean }> {
  const { state, priceId } = filter;
  const kinds = [
    ...(state === "trial" ? [] : [subscribers(filter, limit + 1)]),
    ...((state !== null && state !== "trial") || priceId !== null
      ? []
      : [trials(filter, limit + 1)]),
  ];
  if (kinds.length === 0) return { customers: [], hasMore: false };
  const about = sql`any(array(
      select listed.id union all select subscription.id from ${subscriptions} subscription where subscription.user_id = listed.user_id
      union all select post.id from ${businesses} business join ${posts} post on post.business_id = business.id
        where business.user_id = listed.user_id or business.enquiry_id = listed.enquiry_id
    ))`;
  const rows = await rowsOf(db, Row)`with listed as (
    select * from (${sql.join(kinds, sql` union all `)}) kind order by since desc, id desc limit ${limit + 1}::int
  )
  select listed.id, coalesce(listed.user_id::text, listed.customer_id, listed.enquiry_id) as key,
    ${businessNameOf({ userId: sql`listed.user_id`, enquiryId: sql`listed.enquiry_id` })} as business_name,
    coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
    coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name,
    listed.state, ${billedItems(sql`listed`)} as items, listed.since, (
      select manager.name from ${businesses} business join ${operators} manager on manager.user_id = business.account_manager_id
      where business.user_id = listed.user_id or business.enquiry_id = listed.enquiry_id limit 1
    ) as manager_name, (
      select jsonb_build_object('id', promise.id, 'rule', promise.rule, 'dueAt', promise.due_at) from ${promises} promise
      where promise.subject_id = ${about} and promise.kept_at is null and promise.released_at is null
      order by promise.due_at limit 1
    ) as next_promise, (
      select max(promise.kept_at) from ${promises} promise where promise.subject_id = ${about} and promise.kept_by is not null
    ) as contacted_at, (
      select coalesce(sum(paid.collected_pence - paid.refunded_pence), 0)::int from ${orders} paid
      where paid.customer_id = any(array(
          select listed.customer_id union select customer.id from ${customers} customer where customer.user_id = listed.user_id
        )) and paid.currency = ${CURRENCY}
        and paid.ordered_at >= date_trunc('month', ${now}::timestamptz, ${COMPANY.timeZone})
    ) as month_pence
  from listed
  left join ${users} account on account.id = listed.user_id
  left join ${formSubmissions} enquiry on enquiry.id = listed.enquiry_id
  order by listed.since desc, listed.id desc`;
  return { customers: rows.slice(0, limit), hasMore: rows.length > limit };
}

const columnsOf = (alias: "subscription" | "other") => ({
  status: sql.raw(`${alias}.status`),
  cancelAtPeriodEnd: sql.raw(`${alias}.cancel_at_period_end`),
  duplicateOf: sql.raw(`${alias}.duplicate_of`),
});

/** Whether a person has another subscription that says more about them: an open one, one to a plan, a newer one. */
const hasBetter = (owner: SQL): SQL => sql`exists (
      select from ${subscriptions} other where ${owner} and ${isListed(columnsOf("other"))}
        and (other.is_open, other.price_id is not null, other.created_at, other.id)
          > (subscription.is_open, subscription.price_id is not null, subscription.created_at, subscription.id)
    )`;

const isBefore = (row: SQL, before: CustomerCursor | null): SQL =>
  before === null
    ? sql`true`
    : sql`(${row}.created_at, ${row}.id) < (${before.since}::timestamptz, ${before.id})`;

function isManagedBy(managerId: string | null, isOwn: SQL): SQL {
  return managerId === null
    ? sql`true`
    : sql`exists (select from ${businesses} managed where ${isOwn} and managed.account_manager_id = ${managerId}::uuid)`;
}

function subscribers({ state, priceId, managerId, before }: CustomerFilter, limit: number): SQL {
  const columns = columnsOf("subscription");
  return sql`(select subscription.id, subscription.user_id, subscription.customer_id, null as enquiry_id,
      ${listedState(columns)} as state, subscription.price_id, subscription.created_at as since
    from ${subscriptions} subscription join ${customers} customer on customer.id = subscription.customer_id
    where ${isListed(columns)} and customer.email is distinct from ${ERASED_EMAIL}
      and ${state === null ? sql`true` : sql`${listedState(columns)} = ${state}`}
      and ${priceId === null ? sql`true` : sql`subscription.price_id = ${priceId}`}
      and ${isBefore(sql`subscription`, before)}
      and ${isManagedBy(managerId, sql`managed.user_id = subscription.user_id`)}
      and not ${hasBetter(sql`other.user_id = subscription.user_id`)}
      and (subscription.user_id is not null or not ${hasBetter(sql`other.customer_id = subscription.customer_id`)})
    order by subscription.created_at desc, subscription.id desc limit ${limit}::int)`;
}

function trials({ managerId, before }: CustomerFilter, limit: number): SQL {
  return sql`(select trial.id, null::uuid as user_id, null as customer_id, trial.id as enquiry_id, 'trial' as state,
      null as price_id, trial.created_at as since
    from ${formSubmissions} trial
    where trial.form_type = 'free-trial' and trial.email <> ${ERASED_EMAIL} and ${isBefore(sql`trial`, before)}
      and ${isManagedBy(managerId, sql`managed.enquiry_id = trial.id`)}
      -- As look-ups for the rows in the order of the index: joined or hashed, they would read all rows.
      and coalesce((
        select false from ${formSubmissions} later where lower(later.email) = lower(trial.email) and later.form_type = 'free-trial'
          and (later.created_at, later.id) > (trial.created_at, trial.id) limit 1
      ), (
        select false from ${users} account join ${subscriptions} subscription on subscription.user_id = account.id
        where account.email = lower(trial.email) and not account.is_sso and ${isListed(columnsOf("subscription"))} limit 1
      ), (
        select false from ${customers} guest join ${subscriptions} subscription on subscription.customer_id = guest.id
        where guest.email = lower(trial.email) and ${isListed(columnsOf("subscription"))} limit 1
      ), true)
    order by trial.created_at desc, trial.id desc limit ${limit}::int)`;
}
