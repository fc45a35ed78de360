import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMMENTS_MAX } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises, insertEvent } from "#db/events/insert-event.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { operators } from "#db/schema/operators.ts";
import { COMMENT_COLUMNS, CommentRow } from "./find-comments.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { postOwnerOf, isBusinessOf } from "./post-owner.ts";
import { isShownAfter } from "./select-posts.ts";

type WriteComment = {
  /** A comment that is sent again has the same one. */
  key: string;
  /** That the author has seen. */
  version: number;
  text: string;
  event: EventOf<"PostCommented">;
};

const WrittenRow = z.object({
  isSessionValid: z.boolean(),
  isKnown: z.boolean(),
  comment: z.nullable(namedAsInSql(CommentRow)),
});

/** A comment that was written before is answered as it is. */
export type CommentOutcome = { comment: CommentRow; isNew: boolean } | "full" | "not_found";

/** @returns null when the session has ended */
export async function writeCommentOfUser(
  db: Db,
  user: CurrentUserAt,
  comment: WriteComment,
): Promise<CommentOutcome | null> {
  const { isSessionValid, outcome } = await write(db, comment, {
    author: sql`'user', null`,
    isSessionValid: isValidSession(user, user.at),
    which: sql`business.user_id = ${user.userId}::uuid and ${isShownAfter(isFormerCustomer(sql`business.user_id`))}`,
  });
  return isSessionValid ? outcome : null;
}

/** @param approverName null: the link is the owner's */
export async function writeCommentByLink(
  db: Db,
  { tokenHash, approverName }: { tokenHash: string; approverName: string | null },
  comment: WriteComment,
): Promise<CommentOutcome> {
  const at = sql`${comment.event.occurredAt}::timestamptz`;
  const { outcome } = await write(db, comment, {
    author: approverName === null ? sql`'user', null` : sql`'approver', ${approverName}`,
    isSessionValid: sql`true`,
    which: sql`post.id in (
        select named.post_id from ${approvalLinks} link
        join ${approvalLinkPosts} named on named.link_id = link.id
        where link.token_hash = ${tokenHash} and link.expires_at > ${at}
      )`,
  });
  return outcome;
}

export async function writeCommentOfOperator(
  db: Db,
  operatorId: string,
  comment: WriteComment,
): Promise<CommentOutcome> {
  const { outcome } = await write(db, comment, {
    author: sql`'operator', (
        select operator.name from ${operators} operator where operator.user_id = ${operatorId}::uuid
      )`,
    isSessionValid: sql`true`,
    which: sql`true`,
  });
  return outcome;
}

type Writer = {
  /** The columns `author` and `author_name`. */
  author: SQL;
  isSessionValid: SQL;
  /** Condition on `post` and its `business`. */
  which: SQL;
};

/**
 * A comment also marks those of the other side that were not mailed yet as announced: its author has answered them.
 * Two at once may pass {@link COMMENTS_MAX} by one. The lock is for an operator who hides another comment, and looks whether any waits.
 */
async function write(
  db: Db,
  { key, version, text, event }: WriteComment,
  { author, isSessionValid, which }: Writer,
): Promise<{ isSessionValid: boolean; outcome: CommentOutcome }> {
  const { postId, commentId, by } = event.data;
  const row = await oneRowOf(db, WrittenRow)`
    with session as (select ${isSessionValid} as is_session_valid), thread as (
    select count(*) filter (where comment.author <> 'operator') < ${COMMENTS_MAX}::int as has_room,
      coalesce(bool_or(comment.client_key = ${key}::uuid), false) as has_key
    from ${postComments} comment where comment.post_id = ${postId}
  ),
  target as (
    select post.id from session, ${posts} post
    join ${businesses} business on business.id = post.business_id
    join ${postVersions} seen on seen.post_id = post.id
    where is_session_valid and post.id = ${postId} and seen.version = ${version}::int and post.withdrawn_at is null
      and ${which}
    for key share of post
  ), written as (
    insert into ${postComments} as comment (id, post_id, version, author, author_name, text, client_key, written_at)
    select ${commentId}, target.id, ${version}::int, ${author}, ${text}, ${key}::uuid, ${event.occurredAt}::timestamptz
    from target, thread where has_room or has_key or ${by === "operator"}::boolean
    on conflict (post_id, client_key) do update set client_key = excluded.client_key
    returning comment.post_id, ${COMMENT_COLUMNS}
  ), fresh as (
    select post_id from written where id = ${commentId}
  ), answered as (
    update ${postComments} comment set announced_event_id = ${event.id}
    from fresh
    where comment.post_id = fresh.post_id and comment.announced_event_id is null
      and (comment.author = 'operator') = ${by === "customer"}::boolean
  ), ${insertEventWithPromises("event", event, postOwnerOf(event.data), sql`from fresh`)}
  select is_session_valid, exists (select from target) as is_known, (
    select to_jsonb(written) from written
  ) as comment from session`;
  const written = row.comment;
  const missing = row.isKnown ? "full" : "not_found";
  return {
    isSessionValid: row.isSessionValid,
    outcome: written === null ? missing : { comment: written, isNew: written.id === commentId },
  };
}

/** One statement: of two workers one takes the comments, and writes the event. */
export async function announceComments(db: Db, event: EventOf<"CommentsAnnounced">): Promise<void> {
  const { by } = event.data;
  const owner = postOwnerOf(event.data);
  await db.execute(sql`with announced as (
      update ${postComments} comment set announced_event_id = ${event.id}
      from ${posts} post, ${businesses} business
      where post.id = comment.post_id and business.id = post.business_id and ${isBusinessOf(owner.id)}
        and comment.announced_event_id is null and comment.hidden_at is null and (comment.author = 'operator') = ${by === "operator"}::boolean
      returning comment.id
    ) ${insertEvent(event, owner, sql`from announced limit 1`)}`);
}
