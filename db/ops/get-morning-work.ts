import { sql } from "drizzle-orm";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { isToPublish, isToStop } from "#db/content/select-posts.ts";
import { managerId, NamedPromise, selectNamedPromises } from "#db/promises/named-promises-sql.ts";
import { postReminders } from "#db/schema/content.ts";
import { LISTED_MAX, listOf, listOfKind, openPosts, PostList } from "./listed-posts-sql.ts";

/** A post that was planned earlier is on the customer's page alone. */
const PAST_DAYS = 30;
const WAITING_DAYS = 3;

const Work = z.object({
  stop: PostList,
  due: listOf(NamedPromise),
  changes: PostList,
  publish: PostList,
  call: PostList,
  waiting: PostList,
  reports: listOf(NamedPromise),
});
export type MorningWork = z.infer<typeof Work>;

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
  // A customer who was reminded twice, or told that the hour has passed, gets no further email: somebody calls.
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
  const since = new Date(Date.parse(of.day) - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
  return oneRowOf(
    db,
    sql`with ${openPosts({ managerId: of.managerId, kind, days: { from: since, until: null } })}
    select ${listOfKind("stop")} as stop, ${listOfKind("changes")} as changes, ${listOfKind("publish")} as publish,
      ${listOfKind("call")} as call, ${listOfKind("waiting")} as waiting,
      ${promises(sql`promise.rule <> 'send-report' and promise.due_at < ${dayEnd}`)} as due,
      ${promises(sql`promise.rule = 'send-report' and promise.warn_at < ${dayEnd}`)} as reports`,
    Work,
  );
}
