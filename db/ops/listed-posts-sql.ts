import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { hasLeft } from "#db/content/own-business-sql.ts";
import { Planned } from "#db/content/select-posts.ts";
import { managerId, who } from "#db/promises/named-promises-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/** A list of a mail to the team has so many rows, and the count of all. */
export const LISTED_MAX = 20;

const Post = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  ...Planned.shape,
});
export type ListedPost = z.infer<typeof Post>;

export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.int(), rows: z.array(row) });

export const PostList = listOf(Post);

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
 * @param of its `kind` is null to leave a post out, and is of `post`, `own`, `proposed` and `decided`
 */
export const openPosts = ({
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
    join ${businesses} own on own.id = post.business_id
    join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
    left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
    left join ${users} account on account.id = own.user_id
    left join ${formSubmissions} asked on asked.id = own.enquiry_id
    where post.id = any(array(${selectPlanned(days)})) and proposed.planned_on >= coalesce(${days.from}::date, '-infinity')
      and proposed.planned_on <= coalesce(${days.until}::date, 'infinity') and post.withdrawn_at is null and ${managerId} is not distinct from ${id}::uuid
      and not ${hasLeft(sql`own.user_id`)}
  ), open as (
    select id, who, kind, to_char(planned_on, 'YYYY-MM-DD') as planned_on, to_char(planned_time, 'HH24:MI') as planned_time,
      row_number() over (partition by kind order by planned_on, planned_time, id) as nth
    from theirs where kind is not null
  )`;

/** SQL of the {@link PostList} of a kind. */
export const listOfKind = (kind: string): SQL => sql`(
    select jsonb_build_object('total', count(*), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'who', who, 'plannedOn', planned_on, 'plannedTime', planned_time) order by nth) filter (where nth <= ${LISTED_MAX}), '[]'))
    from open where kind = ${kind}
  )`;
