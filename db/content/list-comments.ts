import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMMENT_AUTHORS } from "#contracts/content/posts.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf, rowsOf } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";

export const CommentRow = z.object({
  id: z.string(),
  author: z.enum(COMMENT_AUTHORS),
  authorName: z.nullable(z.string()),
  text: z.string(),
  version: z.int(),
  writtenAt: Timestamp,
});
export type CommentRow = z.infer<typeof CommentRow>;

function selectComments(postId: SQL): SQL {
  return sql`select comment.id, comment.author, comment.author_name, comment.text, comment.version, comment.written_at
    from ${postComments} comment where comment.post_id = ${postId}
    order by comment.written_at, comment.id`;
}

export function listComments(db: Db, postId: string): Promise<CommentRow[]> {
  return rowsOf(db, selectComments(sql`${postId}`), CommentRow);
}

const Found = z.object({
  isSessionValid: z.boolean(),
  comments: z.nullable(z.array(namedAsInSql(CommentRow))),
});

/**
 * Comments of a user's post that is not withdrawn.
 *
 * @returns null when the session has ended
 */
export async function listCommentsOfUser(
  db: Db,
  user: CurrentUserAt,
  postId: string,
): Promise<CommentRow[] | "not_found" | null> {
  const found = await oneRowOf(
    db,
    sql`select ${isValidSession(user, user.at)} as is_session_valid, (
      select coalesce((
        select jsonb_agg(to_jsonb(comment) order by written_at, id) from (${selectComments(sql`post.id`)}) comment
      ), '[]')
      from ${posts} post join ${businesses} own on own.id = post.business_id
      where post.id = ${postId} and own.user_id = ${user.userId}::uuid and post.withdrawn_at is null
    ) as comments`,
    Found,
  );
  if (!found.isSessionValid) return null;
  return found.comments ?? "not_found";
}
