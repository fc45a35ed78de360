import { sql } from "drizzle-orm";
import * as z from "zod";
import { CURRENCY } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { type Db, oneRowOf, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customers,
  isListed,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { isInService } from "../billing/subscription-sql.ts";

const Week = z.object({
  /** Its Monday in London, as in 2026-11-23. */
  monday: z.string(),
  started: z.int(),
  startedPence: z.int(),
  ended: z.int(),
  endedPence: z.int(),
  trials: z.int(),
  /** Businesses of this week's free trials that have bought since. */
  trialsPaid: z.int(),
  enquiries: z.int(),
  visits: z.int(),
  pricing: z.int(),
  checkout: z.int(),
  opened: z.int(),
  paid: z.int(),
});
export type WeekCounts = z.infer<typeof Week>;

const Now = z.object({ customers: z.int(), monthlyPence: z.int() });

const LISTED = isListed({
  status: sql.raw("subscription.status"),
  duplicateOf: sql.raw("subscription.duplicate_of"),
});

/** By the month, before discounts; a year has 12 months, 52 weeks and 365 days. */
const MONTHLY_PENCE = sql`(
  select coalesce(round(sum(item.amount_pence * item.quantity * case item.interval
      when 'year' then 1.0 / 12 when 'week' then 52.0 / 12 when 'day' then 365.0 / 12 else 1 end / item.interval_count)), 0)::int
  from ${subscriptionItems} item where item.subscription_id = subscription.id
)`;

/** What the open subscriptions bring by the month, before discounts. */
export async function getRecurringRevenue(db: Db): Promise<z.infer<typeof Now>> {
  return oneRowOf(db, Now)`select count(*)::int as customers,
      coalesce(sum(${MONTHLY_PENCE}), 0)::int as monthly_pence
  from ${subscriptions} subscription
  where ${isInService(sql`subscription`)} and subscription.currency is not distinct from ${CURRENCY}`;
}

/**
 * Lists the weeks of London until now, the oldest first.
 *
 * @param window `now` in ISO 8601
 */
export async function listWeeklyFigures(db: Db, { now, weeks }: { now: string; weeks: number }) {
  const weekOf = (column: string) =>
    sql`date_trunc('week', ${sql.raw(column)} at time zone ${sql.raw(`'${COMPANY.timeZone}'`)})::date`;
  const since = sql`(select min(monday) from week)::timestamp at time zone ${COMPANY.timeZone}`;
  return rowsOf(db, Week)`with week as (
    select (date_trunc('week', ${now}::timestamptz at time zone ${COMPANY.timeZone}) - back * interval '1 week')::date as monday
    from generate_series(0, ${weeks}::int - 1) back
  ), started as (
    select ${weekOf("subscription.created_at")} as monday, count(*)::int as count, sum(${MONTHLY_PENCE})::int as pence
    from ${subscriptions} subscription where ${LISTED} and subscription.created_at >= ${since} group by 1
  ), ended as (
    select ${weekOf("subscription.ended_at")} as monday, count(*)::int as count, sum(${MONTHLY_PENCE})::int as pence
    from ${subscriptions} subscription where ${LISTED} and subscription.ended_at >= ${since} group by 1
  ), asked as (
    select ${weekOf("enquiry.created_at")} as monday, count(*) filter (where enquiry.form_type = 'free-trial')::int as trials,
      count(*) filter (where enquiry.form_type not in ('free-trial', 'sample-month'))::int as enquiries,
      count(*) filter (where enquiry.form_type = 'free-trial' and (exists (
        select from ${users} account join ${subscriptions} subscription on subscription.user_id = account.id
        where account.email = lower(enquiry.email) and not account.is_sso and ${LISTED}
          and subscription.created_at >= enquiry.created_at
      ) or exists (
        select from ${customers} guest join ${subscriptions} subscription on subscription.customer_id = guest.id
        where guest.email = lower(enquiry.email) and ${LISTED} and subscription.created_at >= enquiry.created_at
      )))::int as trials_paid
    from ${formSubmissions} enquiry where enquiry.created_at >= ${since} group by 1
  ), viewed as (
    select date_trunc('week', page.day)::date as monday, sum(page.visits)::int as visits,
      coalesce(sum(page.views) filter (where page.path = '/pricing'), 0)::int as pricing,
      coalesce(sum(page.views) filter (where page.path = '/checkout'), 0)::int as checkout
    from ${pageViews} page where page.day >= (select min(monday) from week) group by 1
  ), bought as (
    select ${weekOf("session.created_at")} as monday, count(distinct session.owner_key)::int as opened,
      count(distinct session.owner_key) filter (where session.state = 'complete')::int as paid
    from ${checkoutSessions} session where session.created_at >= ${since} group by 1
  )
  select to_char(week.monday, 'YYYY-MM-DD') as monday, coalesce(started.count, 0) as started,
    coalesce(started.pence, 0) as started_pence, coalesce(ended.count, 0) as ended, coalesce(ended.pence, 0) as ended_pence,
    coalesce(trials, 0) as trials, coalesce(trials_paid, 0) as trials_paid, coalesce(enquiries, 0) as enquiries,
    coalesce(visits, 0) as visits, coalesce(pricing, 0) as pricing, coalesce(checkout, 0) as checkout,
    coalesce(opened, 0) as opened, coalesce(paid, 0) as paid
  from week left join started using (monday) left join ended using (monday) left join asked using (monday)
    left join viewed using (monday) left join bought using (monday)
  order by week.monday`;
}
