import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { operators } from "#db/schema/operators.ts";
import { postOwnerOf } from "./post-owner.ts";

type WriteComment = {
  /** A comment that is sent again has the same one. */
  key: string;
  /** That the author has seen. */
  version: number;
  text: string;
  event: EventOf<"PostCommented">;
};

const Row = z.object({ isAllowed: z.boolean(), isKnown: z.boolean(), isWritten: z.boolean() });

type CommentOutcome = "written" | "written_before" | "not_found" | "signed_out";

export async function writeCommentOfUser(
  db: Db,
  user: CurrentUserAt,
  comment: WriteComment,
): Promise<CommentOutcome> {
  return write(db, comment, {
    author: sql`'user', null`,
    isAllowed: isValidSession(user, user.at),
    which: sql`own.user_id = ${user.userId}::uuid`,
  });
}

/** @param approverName null: the link is the owner's */
export async function writeCommentByLink(
  db: Db,
  { tokenHash, approverName }: { tokenHash: string; approverName: string | null },
  comment: WriteComment,
): Promise<CommentOutcome> {
  const at = sql`${comment.event.occurredAt}::timestamptz`;
  return write(db, comment, {
    author: approverName === null ? sql`'user', null` : sql`'approver', ${approverName}`,
    isAllowed: sql`exists (
        select from ${approvalLinks} link where link.token_hash = ${tokenHash} and link.expires_at > ${at}
      )`,
    which: sql`post.id in (
        select named.post_id from ${approvalLinks} link
        join ${approvalLinkPosts} named on named.link_id = link.id where link.token_hash = ${tokenHash}
      )`,
  });
}

export async function writeCommentOfOperator(
  db: Db,
  operatorId: string,
  comment: WriteComment,
): Promise<CommentOutcome> {
  return write(db, comment, {
    author: sql`'operator', (
        select operator.name from ${operators} operator where operator.user_id = ${operatorId}::uuid
      )`,
    isAllowed: sql`true`,
    which: sql`true`,
  });
}

type Writer = {
  /** The columns `author` and `author_name`. */
  author: SQL;
  isAllowed: SQL;
  /** Condition on `post` and its business `own`. */
  which: SQL;
};

/** A comment also settles those of the other side that were not mailed yet: its author has answered them. */
async function write(
  db: Db,
  { key, version, text, event }: WriteComment,
  { author, isAllowed, which }: Writer,
): Promise<CommentOutcome> {
  const { postId, commentId, by } = event.data;
  const row = await oneRowOf(
    db,
    sql`with allowed as (select ${isAllowed} as is_allowed),
    target as (
      select post.id from allowed, ${posts} post
      join ${businesses} own on own.id = post.business_id
      join ${postVersions} seen on seen.post_id = post.id
      where is_allowed and post.id = ${postId} and seen.version = ${version}::int and post.withdrawn_at is null
        and ${which}
    ), written as (
      insert into ${postComments} (id, post_id, version, author, author_name, text, client_key, written_at)
      select ${commentId}, target.id, ${version}::int, ${author}, ${text}, ${key}::uuid, ${event.occurredAt}::timestamptz
      from target
      on conflict (post_id, client_key) do nothing
      returning post_id
    ), answered as (
      update ${postComments} comment set announced_event_id = ${event.id}
      from written
      where comment.post_id = written.post_id and comment.announced_event_id is null
        and (comment.author = 'operator') = ${by === "customer"}::boolean
    ), ${insertEventWithPromises("event", event, postOwnerOf(event.data), sql`from written`)}
    select is_allowed, exists (select from target) as is_known, exists (select from written) as is_written from allowed`,
    Row,
  );
  if (!row.isAllowed) return "signed_out";
  if (row.isWritten) return "written";
  return row.isKnown ? "written_before" : "not_found";
}
