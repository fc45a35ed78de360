import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { addDays } from "#contracts/durations.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { isFormerCustomer } from "#db/content/in-service-sql.ts";
import { Planned, isToPublish, isToStop } from "#db/content/select-posts.ts";
import {
  managerId,
  who,
  NamedPromise,
  selectNamedPromises,
} from "#db/promises/named-promises-sql.ts";
import { users } from "#db/schema/accounts.ts";
import {
  businesses,
  postDecisions,
  posts,
  postVersions,
  postReminders,
  postPublications,
  postSchedulings,
} from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/** A list in a mail to the team has no more rows than this, and the count of all. */
const LISTED_MAX = 20;

const Post = z.object({ id: z.string(), who: z.nullable(z.string()), ...Planned.shape });
export type ListedPost = z.infer<typeof Post>;

export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.int(), rows: z.array(row) });

const PostList = listOf(Post);

/** Whether there is anything to tell. */
export const hasWork = (work: Readonly<Record<string, { total: number }>>): boolean =>
  Object.values(work).some(({ total }) => total > 0);

/**
 * SQL of the ids of posts of which some version was planned for these days.
 *
 * @param days London dates, both inclusive
 */
export const selectPlanned = ({ from, until }: Days): SQL => sql`select post_id from ${postVersions}
    where planned_on >= coalesce(${from}::date, '-infinity') and planned_on <= coalesce(${until}::date, 'infinity')`;

type Days = { from: string | null; until: string | null };

/**
 * SQL of the CTE `open`, the posts of an account manager's customers by their kind; without one, of the customers who have none.
 *
 * @param of its `kind` is null to leave a post out, and is of `post`, `business`, `proposed` and `decided`
 */
const openPosts = ({
  managerId: id,
  kind,
  days,
}: {
  managerId: string | null;
  kind: SQL;
  days: Days;
}): SQL => sql`theirs as (
    select post.id, proposed.planned_on, proposed.planned_time, ${who} as who, ${kind} as kind
    from ${posts} post
    join ${businesses} business on business.id = post.business_id
    join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
    left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
    left join ${users} account on account.id = business.user_id
    left join ${formSubmissions} asked on asked.id = business.enquiry_id
    where post.id = any(array(${selectPlanned(days)})) and proposed.planned_on >= coalesce(${days.from}::date, '-infinity')
      and proposed.planned_on <= coalesce(${days.until}::date, 'infinity') and post.withdrawn_at is null and ${managerId} is not distinct from ${id}::uuid
      and not ${isFormerCustomer(sql`business.user_id`)}
  ), open as (
    select id, who, kind, to_char(planned_on, 'YYYY-MM-DD') as planned_on, to_char(planned_time, 'HH24:MI') as planned_time,
      row_number() over (partition by kind order by planned_on, planned_time, id) as nth
    from theirs where kind is not null
  )`;

/** SQL of the {@link PostList} of a kind. */
const listOfKind = (kind: string): SQL => sql`(
    select jsonb_build_object('total', count(*), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'who', who, 'plannedOn', planned_on, 'plannedTime', planned_time) order by nth) filter (where nth <= ${LISTED_MAX}), '[]'))
    from open where kind = ${kind}
  )`;

/** A post that was planned earlier is on the customer's page alone. */
const PAST_DAYS = 30;
const WAITING_DAYS = 3;

const Morning = z.object({
  stop: PostList,
  due: listOf(NamedPromise),
  changes: PostList,
  publish: PostList,
  call: PostList,
  waiting: PostList,
  reports: listOf(NamedPromise),
});
export type MorningWork = z.infer<typeof Morning>;

/**
 * Lists what an account manager has to do on a day. Without a manager it lists the work for customers and enquiries that have none.
 * Each list has its own limit.
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
  // The account manager calls a customer whom Tidepost has reminded twice or told that the hour has passed: no further email goes out.
  const kind = sql`case
      when ${isToStop} then 'stop'
      when decided.decision = 'changes_requested' then 'changes'
      when decided.decision = 'approved' and proposed.planned_on <= ${of.day}::date and ${isToPublish} then 'publish'
      when decided.decision is null and exists (
        select from ${postReminders} told
        where told.post_id = post.id and told.version = post.version and told.kind in ('decide_again', 'missed')
      ) then 'call'
      when decided.decision is null and proposed.proposed_at < ${of.now}::timestamptz - make_interval(days => ${WAITING_DAYS}::int)
        then 'waiting'
    end`;
  const since = addDays(of.day, -PAST_DAYS);
  return oneRowOf(db, Morning)`
    with ${openPosts({ managerId: of.managerId, kind, days: { from: since, until: null } })}
  select ${listOfKind("stop")} as stop, ${listOfKind("changes")} as changes, ${listOfKind("publish")} as publish,
    ${listOfKind("call")} as call, ${listOfKind("waiting")} as waiting,
    ${promises(sql`promise.rule <> 'send-report' and promise.due_at < ${dayEnd}`)} as due,
    ${promises(sql`promise.rule = 'send-report' and promise.warn_at < ${dayEnd}`)} as reports`;
}

const Weekend = z.object({
  schedule: PostList,
  unanswered: PostList,
  changes: PostList,
  drafts: z.object({ total: z.int(), customers: z.array(z.nullable(z.string())) }),
});
export type WeekendWork = z.infer<typeof Weekend>;

const CUSTOMERS_MAX = 10;

/**
 * Lists the posts of an account manager that are planned for days off, so that the manager handles them before. Without a
 * manager, the function lists the posts of customers who have none.
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
  return oneRowOf(db, Weekend)`
    with ${openPosts({ managerId: of.managerId, kind, days: of })}, drafted as (
    select draft.id, ${who} as who from ${postDrafts} draft
    join ${businesses} business on business.id = draft.business_id
    left join ${users} account on account.id = business.user_id
    left join ${formSubmissions} asked on asked.id = business.enquiry_id
    where draft.planned_on between ${of.from}::date and ${of.until}::date
      and ${managerId} is not distinct from ${of.managerId}::uuid
  )
  select ${listOfKind("schedule")} as schedule, ${listOfKind("unanswered")} as unanswered, ${listOfKind("changes")} as changes, (
    select jsonb_build_object('total', count(*), 'customers', coalesce(to_jsonb((array_agg(distinct who))[1:${CUSTOMERS_MAX}::int]), '[]')) from drafted
  ) as drafts`;
}
