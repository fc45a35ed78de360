import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Platform } from "#contracts/content/brief-answers.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { isToPublish } from "#db/content/select-posts.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { reopenPromisesOfPost } from "#db/promises/reopen-promises.ts";
import { postPublications, posts, postSchedulings, postVersions } from "#db/schema/content.ts";
import { Reason } from "../reason.ts";
import { lockPost } from "./lock-post.ts";
import { recordOpsAction } from "./record-actions.ts";

/** `outdated`: another operator changed it in between. `refused`: its state does not allow it. `scheduled`: a platform's scheduler has it. */
export type ChangeOutcome = "done" | "done_before" | "outdated" | "refused" | "scheduled";

/**
 * Gives live addresses of an approved post, or corrects them. `restLeftOut`: the other platforms are left out.
 *
 * @returns `address_used`: one is the address of another post
 */
export async function publishPost(
  db: Db,
  input: {
    urls: readonly { platform: Platform; url: string }[];
    restLeftOut: boolean;
    by: string;
    event: EventOf<"PostPublished">;
  },
): Promise<ChangeOutcome | "address_used"> {
  const { urls, restLeftOut, by, event } = input;
  const { postId, version } = event.data;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.version !== version) return "outdated";
    if (post.state !== "approved" && post.state !== "published") return "refused";
    if (await isOfAnother(tx, postId, urls)) return "address_used";
    const saved = await tx
      .insert(postPublications)
      .values(
        urls.map(({ platform, url }) => ({
          postId,
          platform,
          url,
          version,
          contentHash: post.contentHash,
          publishedAt: event.occurredAt,
          publishedBy: by,
        })),
      )
      .onConflictDoUpdate({
        target: [postPublications.postId, postPublications.platform],
        set: { url: sql`excluded.url`, publishedBy: sql`excluded.published_by` },
        setWhere: sql`${postPublications.url} <> excluded.url`,
      })
      .returning({ platform: postPublications.platform });
    // What is live, and what is left out, waits in no scheduler.
    await tx.delete(postSchedulings).where(
      and(
        eq(postSchedulings.postId, postId),
        ...(restLeftOut
          ? []
          : [
              inArray(
                postSchedulings.platform,
                urls.map(({ platform }) => platform),
              ),
            ]),
      ),
    );
    const marked = await tx
      .update(posts)
      .set({ restLeftOutAt: restLeftOut ? event.occurredAt : null })
      .where(
        and(
          eq(posts.id, postId),
          restLeftOut ? isNull(posts.restLeftOutAt) : isNotNull(posts.restLeftOutAt),
        ),
      )
      .returning({ id: posts.id });
    if (saved.length + marked.length === 0) return "done_before";
    // The post is locked: of two operators who record different platforms at once, the later one sees both.
    const isComplete = event.data.isComplete || !(await hasPlatformsLeft(tx, postId));
    const data = { ...event.data, isComplete };
    await writeEvent(tx, { ...event, data }, postOwnerOf(data));
    return "done";
  });
}

function hasPlatformsLeft(tx: Db, postId: string): Promise<boolean> {
  return hasRow(tx)`select post.id from ${posts} post
  join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
  where post.id = ${postId} and ${isToPublish}`;
}

/** The locks: of two posts that get one address at once, the later one sees the earlier. */
async function isOfAnother(
  tx: Db,
  postId: string,
  urls: readonly { url: string }[],
): Promise<boolean> {
  const given = sql`${sql.param(urls.map(({ url }) => url).toSorted())}::text[]`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(given.url, 0))
    from unnest(${given}) as given(url)`);
  const [other] = await tx
    .select({ postId: postPublications.postId })
    .from(postPublications)
    .where(and(ne(postPublications.postId, postId), sql`${postPublications.url} = any(${given})`))
    .limit(1);
  return other !== undefined;
}

/** Takes back a post that is not published. */
export async function withdrawPost(
  db: Db,
  { event }: { event: EventOf<"PostWithdrawn"> },
): Promise<ChangeOutcome> {
  const { postId, version } = event.data;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.version !== version) return "outdated";
    if (post.state === "withdrawn") return "done_before";
    if (post.state === "published") return "refused";
    if (post.isScheduled) return "scheduled";
    await tx.update(posts).set({ withdrawnAt: event.occurredAt }).where(eq(posts.id, postId));
    await writeEvent(tx, event, postOwnerOf(event.data));
    return "done";
  });
}

/**
 * Takes back that a post was withdrawn or marked as published, and what that did to promises.
 *
 * @param from the state that the operator saw
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function restorePost(
  db: Db,
  input: {
    postId: string;
    from: "published" | "withdrawn";
    by: string;
    reason: string;
    /** ISO 8601 */
    at: string;
  },
): Promise<ChangeOutcome> {
  const { postId, from, by, at } = input;
  const reason = Reason.parse(input.reason);
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.state !== from) return "outdated";
    const removed =
      from === "withdrawn"
        ? []
        : await tx
            .delete(postPublications)
            .where(eq(postPublications.postId, postId))
            .returning({ platform: postPublications.platform, url: postPublications.url });
    await tx
      .update(posts)
      .set(from === "withdrawn" ? { withdrawnAt: null } : { restLeftOutAt: null })
      .where(eq(posts.id, postId));
    const reopened = await reopenPromisesOfPost(tx, { postId, at });
    await recordOpsAction(tx, {
      action: `post.${from}_undone`,
      by,
      subject: { type: "post", id: postId },
      data: { reason, removed, reopened },
    });
    return "done";
  });
}

/** @returns whether someone else did it before */
export async function assignPost(
  db: Db,
  { postId, assigneeId, by }: { postId: string; assigneeId: string | null; by: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const assigned = await tx
      .update(posts)
      .set({ assigneeId })
      .where(
        and(eq(posts.id, postId), sql`${posts.assigneeId} is distinct from ${assigneeId}::uuid`),
      )
      .returning({ id: posts.id });
    if (assigned.length === 0) return false;
    const subject = { type: "post", id: postId };
    await recordOpsAction(tx, { action: "post.assigned", by, subject, data: { assigneeId } });
    return true;
  });
}
