import { sql } from "drizzle-orm";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { hasLeft } from "#db/content/own-business-sql.ts";
import { isToPublish } from "#db/content/select-posts.ts";
import {
  managerId,
  NamedPromise,
  selectNamedPromises,
  who,
} from "#db/promises/named-promises-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

const LISTED_MAX = 20;
/** A post that was planned earlier is on the customer's page alone. */
const PAST_DAYS = 30;
const WAITING_DAYS = 3;

const Post = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  plannedOn: z.string(),
  plannedTime: z.string(),
});
export type MorningPost = z.infer<typeof Post>;

const listOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), rows: z.array(row) });

const Work = z.object({
  due: listOf(NamedPromise),
  changes: listOf(Post),
  publish: listOf(Post),
  waiting: listOf(Post),
  reports: listOf(NamedPromise),
});
export type MorningWork = z.infer<typeof Work>;

/** Whether there is anything to tell. */
export const hasWork = (work: MorningWork): boolean =>
  Object.values(work).some(({ total }) => total > 0);

/**
 * What an account manager has to do on a day; without one, of the customers and enquiries who have none. Each list has its own limit.
 *
 * @param of `day` in London, and `now` in ISO 8601
 */
export async function getMorningWork(
  db: Db,
  of: { managerId: string | null; day: string; now: string },
): Promise<MorningWork> {
  const dayEnd = sql`(${of.day}::date + 1)::timestamp at time zone ${COMPANY.timeZone}`;
  const isTheirs = sql`${managerId} is not distinct from ${of.managerId}::uuid`;
  const promises = (isListed: ReturnType<typeof sql>) => sql`(
      select jsonb_build_object('total', count(*), 'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'rule', rule, 'dueAt', due_at, 'who', who) order by due_at, id) filter (where nth <= ${LISTED_MAX}), '[]'))
      from (select *, row_number() over (order by due_at, id) as nth from (
        ${selectNamedPromises(sql`${isListed} and ${isTheirs}`)}) open) listed
    )`;
  const ofKind = (kind: string) => sql`(
      select jsonb_build_object('total', count(*), 'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'who', who, 'plannedOn', planned_on, 'plannedTime', planned_time) order by nth) filter (where nth <= ${LISTED_MAX}), '[]'))
      from open where kind = ${kind}
    )`;
  return oneRowOf(
    db,
    sql`with theirs as (
      select post.id, proposed.planned_on, proposed.planned_time, ${who} as who, case
          when decided.decision = 'changes_requested' then 'changes'
          when decided.decision = 'approved' and proposed.planned_on <= ${of.day}::date and ${isToPublish} then 'publish'
          when decided.decision is null and proposed.proposed_at < ${of.now}::timestamptz - make_interval(days => ${WAITING_DAYS}::int)
            then 'waiting'
        end as kind
      from ${posts} post
      join ${businesses} own on own.id = post.business_id
      join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
      left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
      left join ${users} account on account.id = own.user_id
      left join ${formSubmissions} asked on asked.id = own.enquiry_id
      where proposed.planned_on >= ${of.day}::date - ${PAST_DAYS}::int and post.withdrawn_at is null and ${isTheirs}
        and not ${hasLeft(sql`own.user_id`)}
    ), open as (
      select id, who, kind, to_char(planned_on, 'YYYY-MM-DD') as planned_on, to_char(planned_time, 'HH24:MI') as planned_time,
        row_number() over (partition by kind order by planned_on, planned_time, id) as nth
      from theirs where kind is not null
    )
    select ${promises(sql`promise.rule <> 'send-report' and promise.due_at < ${dayEnd}`)} as due,
      ${ofKind("changes")} as changes, ${ofKind("publish")} as publish, ${ofKind("waiting")} as waiting,
      ${promises(sql`promise.rule = 'send-report' and promise.warn_at < ${dayEnd}`)} as reports`,
    Work,
  );
}
