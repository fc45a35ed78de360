import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMMENT_AUTHORS, COMMENTS_ON_PAGE } from "#contracts/content/posts.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf, rowsOf } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";
import { hasLeft } from "./own-business-sql.ts";
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
  return toPage(await rowsOf(db, selectComments(sql`${postId}`, before, which), CommentRow));
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
  const found = await oneRowOf(
    db,
    sql`select ${isValidSession(user, user.at)} as is_session_valid, (
      select coalesce((
        select jsonb_agg(to_jsonb(comment) order by written_at desc, id desc)
        from (${selectComments(sql`post.id`, before, NOT_HIDDEN)}) comment
      ), '[]')
      from ${posts} post join ${businesses} own on own.id = post.business_id
      where post.id = ${postId} and own.user_id = ${user.userId}::uuid and post.withdrawn_at is null
        and ${isShownAfter(hasLeft(sql`own.user_id`))}
    ) as comments`,
    Found,
  );
  if (!found.isSessionValid) return null;
  return found.comments === null ? "not_found" : toPage(found.comments);
}
