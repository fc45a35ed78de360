import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { pageViews } from "#db/schema/page-views.ts";

const Funnel = z.object({
  visits: z.int(),
  pricing: z.int(),
  checkout: z.int(),
  /** Buyers who opened a checkout session, and those of them who paid. */
  started: z.int(),
  paid: z.int(),
  trials: z.int(),
  enquiries: z.int(),
});
export type Funnel = z.infer<typeof Funnel>;

/** @param since first UTC day, as in 2026-11-24 */
export async function getFunnel(db: Db, since: string): Promise<Funnel> {
  const start = sql`(${since}::date::timestamp at time zone 'UTC')`;
  const funnel = await oneRowOf(
    db,
    sql`select page.*, checkout.*, form.*
    from (
      select coalesce(sum(visits), 0)::int as visits,
        coalesce(sum(views) filter (where path = '/pricing'), 0)::int as pricing,
        coalesce(sum(views) filter (where path = '/checkout'), 0)::int as checkout
      from ${pageViews} where day >= ${since}::date
    ) page, (
      select count(distinct owner_key)::int as started,
        count(distinct owner_key) filter (where state = 'complete')::int as paid
      from ${checkoutSessions} where created_at >= ${start}
    ) checkout, (
      select count(*) filter (where form_type = 'free-trial')::int as trials,
        count(*) filter (where form_type <> 'free-trial')::int as enquiries
      from ${formSubmissions} where created_at >= ${start}
    ) form`,
    Funnel,
  );
  return funnel;
}
