import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { PROMISE_RULES, type PromiseRuleId } from "#contracts/events/promises.ts";
import { type Db, valuesOf } from "#db/client.ts";
import { unansweredComments } from "#db/content/find-comments.ts";
import { isToStop } from "#db/content/select-posts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise } from "./find-promises.ts";

const HIDDEN = "The comment was hidden";

/** SQL of a condition: the last comment that the customer of a post sees is theirs, and no newer version answers it. */
const waitsForAnswer = (postId: string, at: string) => sql`exists (
    select from ${unansweredComments(at)} and post.id = ${postId} and comment.written_at > (
      select newest.proposed_at from ${postVersions} newest
      where newest.post_id = post.id and newest.version = post.version
    )
  )`;

/**
 * Opens promises again, with their due times, that an act kept or released which an operator took back. What is owed follows from
 * the post as it is now, whatever the order of acts; a promise that an operator released stays released. The caller has locked the post.
 *
 * @param at ISO 8601
 */
export function reopenPromisesOfPost(
  tx: Db,
  { postId, at }: { postId: string; at: string },
): Promise<PromiseRuleId[]> {
  return valuesOf(tx, z.enum(PROMISE_RULES))`
    with about(rule, subject_id, business_id) as (
    select 'answer-comment', ${postId}::text, null where ${waitsForAnswer(postId, at)}
    union all
    select 'answer-changes', post.id, null from ${posts} post
    join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
    where post.id = ${postId} and post.withdrawn_at is null and decided.decision = 'changes_requested'
    union all
    -- Those of this approval: an earlier version may have had another hour.
    select publishing.rule, post.id, null from ${posts} post
    join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
    join ${promises} publishing on publishing.subject_id = post.id and publishing.started_at = decided.decided_at
      and publishing.rule in ('publish-post', 'publish-late-post')
    where post.id = ${postId} and post.withdrawn_at is null and decided.decision = 'approved' and not ${isToStop}
    union all
    select 'go-live', subscription.id, business.id from ${posts} post
    join ${businesses} business on business.id = post.business_id
    join ${subscriptions} subscription on subscription.user_id = business.user_id and subscription.is_open
    where post.id = ${postId}
  ), last as (
    select distinct on (promise.rule, promise.subject_id) promise.*, about.business_id
    from about join ${promises} promise on promise.rule = about.rule and promise.subject_id = about.subject_id
    order by promise.rule, promise.subject_id, promise.started_at desc, promise.id desc
  )
  update ${promises} promise set kept_by_event = null, kept_at = null, kept_by = null,
    released_by_event = null, released_reason = null, released_at = null
  from last where promise.id = last.id
    and (last.kept_at is not null or last.released_by_event is not null or last.released_reason = ${HIDDEN})
    and not exists (
      select from ${posts} other join ${postPublications} live on live.post_id = other.id
      where other.business_id = last.business_id and live.published_at >= last.started_at
    )
  returning promise.rule`;
}

/**
 * Releases the promise to answer the comments of a post once no comment waits. The caller has locked the post.
 *
 * @param at ISO 8601
 */
export async function releaseAnswerToHidden(
  tx: Db,
  { postId, at }: { postId: string; at: string },
): Promise<void> {
  await tx
    .update(promises)
    .set({ releasedAt: at, releasedReason: HIDDEN })
    .where(
      and(
        eq(promises.rule, "answer-comment"),
        eq(promises.subjectId, postId),
        isOpenPromise,
        sql`not ${waitsForAnswer(postId, at)}`,
      ),
    );
}
