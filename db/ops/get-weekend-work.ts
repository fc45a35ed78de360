import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { isToPublish } from "#db/content/select-posts.ts";
import { managerId, who } from "#db/promises/named-promises-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postPublications, postSchedulings } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { listOfKind, openPosts, PostList } from "./listed-posts-sql.ts";

const Work = z.object({
  schedule: PostList,
  unanswered: PostList,
  changes: PostList,
  drafts: z.object({ total: z.int(), customers: z.array(z.nullable(z.string())) }),
});
export type WeekendWork = z.infer<typeof Work>;

const CUSTOMERS_MAX = 10;

/**
 * What is planned for days on which nobody works, and still needs somebody before: of an account manager's customers; without one, of the
 * customers who have none.
 *
 * @param of London dates, both inclusive
 */
export async function getWeekendWork(
  db: Db,
  of: { managerId: string | null; from: string; until: string },
): Promise<WeekendWork> {
  const kind = sql`case
      when decided.decision = 'changes_requested' then 'changes'
      when decided.decision is null then 'unanswered'
      when ${isToPublish} and exists (
        select from unnest(proposed.platforms) as planned(platform) where not exists (
          select from ${postSchedulings} scheduled
          where scheduled.post_id = post.id and scheduled.platform = planned.platform
        ) and not exists (
          select from ${postPublications} live where live.post_id = post.id and live.platform = planned.platform
        )
      ) then 'schedule'
    end`;
  return oneRowOf(
    db,
    sql`with ${openPosts({ managerId: of.managerId, kind, days: of })}, drafted as (
      select draft.id, ${who} as who from ${postDrafts} draft
      join ${businesses} own on own.id = draft.business_id
      left join ${users} account on account.id = own.user_id
      left join ${formSubmissions} asked on asked.id = own.enquiry_id
      where draft.planned_on between ${of.from}::date and ${of.until}::date
        and ${managerId} is not distinct from ${of.managerId}::uuid
    )
    select ${listOfKind("schedule")} as schedule, ${listOfKind("unanswered")} as unanswered, ${listOfKind("changes")} as changes, (
      select jsonb_build_object('total', count(*), 'customers', coalesce(to_jsonb((array_agg(distinct who))[1:${CUSTOMERS_MAX}::int]), '[]')) from drafted
    ) as drafts`,
    Work,
  );
}
