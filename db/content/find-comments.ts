import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMMENT_AUTHORS, COMMENTS_ON_PAGE } from "#contracts/content/posts.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf, findRowOf, rowsOf } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { isShownAfter } from "./select-posts.ts";

export const CommentRow = z.object({
  id: z.string(),
  author: z.enum(COMMENT_AUTHORS),
  authorName: z.nullable(z.string()),
  text: z.string(),
  version: z.int(),
  writtenAt: Timestamp,
  isHidden: z.boolean(),
});
export type CommentRow = z.infer<typeof CommentRow>;

/** The oldest first. */
export type CommentsPage = { comments: CommentRow[]; hasEarlier: boolean };

/** Columns of {@link CommentRow}, of `comment`. */
export const COMMENT_COLUMNS: SQL = sql`comment.id, comment.author, comment.author_name, comment.text, comment.version,
    comment.written_at, comment.hidden_at is not null as is_hidden`;

/** @param before id of a comment; null: the newest ones */
function selectComments(postId: SQL, before: string | null, which: SQL = sql`true`): SQL {
  return sql`select ${COMMENT_COLUMNS}
    from ${postComments} comment where comment.post_id = ${postId} and ${which} and (
      ${before}::text is null or (comment.written_at, comment.id) < (
        select first.written_at, first.id from ${postComments} first
        where first.post_id = ${postId} and first.id = ${before}
      )
    )
    order by comment.written_at desc, comment.id desc limit ${COMMENTS_ON_PAGE + 1}::int`;
}

const toPage = (newestFirst: readonly CommentRow[]): CommentsPage => ({
  comments: newestFirst.slice(0, COMMENTS_ON_PAGE).toReversed(),
  hasEarlier: newestFirst.length > COMMENTS_ON_PAGE,
});

const NOT_HIDDEN = sql`comment.hidden_at is null`;

/** @param as operators see hidden ones too */
export async function listComments(
  db: Db,
  postId: string,
  before: string | null,
  as: "operator" | "customer",
): Promise<CommentsPage> {
  const which = as === "customer" ? NOT_HIDDEN : undefined;
  return toPage(await rowsOf(db, CommentRow)`${selectComments(sql`${postId}`, before, which)}`);
}

const Found = z.object({
  isSessionValid: z.boolean(),
  comments: z.nullable(z.array(namedAsInSql(CommentRow))),
});

/**
 * Comments of a post that the user's calendar shows.
 *
 * @returns null when the session has ended
 */
export async function listCommentsOfUser(
  db: Db,
  user: CurrentUserAt,
  postId: string,
  before: string | null,
): Promise<CommentsPage | "not_found" | null> {
  const found = await oneRowOf(db, Found)`
    select ${isValidSession(user, user.at)} as is_session_valid, (
    select coalesce((
      select jsonb_agg(to_jsonb(comment) order by written_at desc, id desc)
      from (${selectComments(sql`post.id`, before, NOT_HIDDEN)}) comment
    ), '[]')
    from ${posts} post join ${businesses} business on business.id = post.business_id
    where post.id = ${postId} and business.user_id = ${user.userId}::uuid and post.withdrawn_at is null
      and ${isShownAfter(isFormerCustomer(sql`business.user_id`))}
  ) as comments`;
  if (!found.isSessionValid) return null;
  return found.comments === null ? "not_found" : toPage(found.comments);
}

const Due = z.object({
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  by: z.enum(["customer", "operator"]),
});

/** @param before ISO 8601: the oldest comment waits since then */
export async function listDueComments(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<z.infer<typeof Due>[]> {
  return rowsOf(db, Due)`select business.user_id, business.enquiry_id,
      case comment.author when 'operator' then 'operator' else 'customer' end as by
  from ${postComments} comment
  join ${posts} post on post.id = comment.post_id
  join ${businesses} business on business.id = post.business_id
  where comment.announced_event_id is null and comment.hidden_at is null and comment.written_at <= ${before}::timestamptz
  group by 1, 2, 3 order by min(comment.written_at) limit ${limit}::int`;
}

const Announced = z.object({
  count: z.int(),
  postIds: z.array(z.string()),
  /** Names of the operators who have one for customers. */
  names: z.array(z.string()),
});
export type AnnouncedComments = z.infer<typeof Announced>;

/**
 * Finds what an email about comments says.
 *
 * @returns null when every comment of the email is hidden or deleted
 */
export function findAnnouncedComments(db: Db, eventId: string) {
  return findRowOf(db, Announced)`select count(*)::int as count,
      array_agg(distinct post_id) as post_ids,
    array_remove(array_agg(distinct author_name), null) as names
  from ${postComments} where announced_event_id = ${eventId} and hidden_at is null having count(*) > 0`;
}

const UNANSWERED_DAYS = 60;

/**
 * SQL of rows of `comment`: the last one of a post that its customer sees, when the customer wrote it within {@link UNANSWERED_DAYS} days.
 *
 * @param now ISO 8601
 */
export function unansweredComments(now: string): SQL {
  return sql`${postComments} comment
    join ${posts} post on post.id = comment.post_id and post.withdrawn_at is null
    where comment.author <> 'operator' and comment.hidden_at is null and comment.written_at >= ${now}::timestamptz - ${UNANSWERED_DAYS}::int * interval '1 day'
      and not exists (
        select from ${postComments} later where later.post_id = comment.post_id and later.hidden_at is null
          and (later.written_at, later.id) > (comment.written_at, comment.id)
      )`;
}
