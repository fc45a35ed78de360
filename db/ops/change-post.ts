import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import * as z from "zod";
import type { Platform } from "#contracts/content/brief-answers.ts";
import {
  type PostContent,
  type PostMedia,
  type PostState,
  postState,
} from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { reopenPromisesOfPost } from "#db/promises/reopen-promises.ts";
import { postDecisions, postPublications, posts, postVersions } from "#db/schema/content.ts";
import { media as mediaTable, postVersionMedia } from "#db/schema/media.ts";
import { Reason } from "../reason.ts";
import { insertOpsAction } from "./ops-action-sql.ts";
import { contentHash, recordProposal } from "./propose-posts.ts";

/** `outdated`: another operator changed it in between. `refused`: its state does not allow it. */
export type ChangeOutcome = "done" | "done_before" | "outdated" | "refused";

/** A new version of a post that is not published. It names the version it begins from. */
export async function changePost(
  db: Db,
  input: { content: PostContent; by: string; event: EventOf<"PostProposed"> },
): Promise<ChangeOutcome> {
  const { content, by, event } = input;
  const [target] = event.data.posts;
  if (target === undefined) throw new Error("Bug: a change without its post");
  const { postId, version } = target;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    const hash = contentHash(content);
    if (post?.version === version && post.contentHash === hash) return "done_before";
    if (post?.version !== version - 1) return "outdated";
    if (post.state === "published" || post.state === "withdrawn") return "refused";
    if (post.contentHash === hash) return "done_before";
    const { media = [], ...planned } = content;
    await tx.insert(postVersions).values({
      ...planned,
      postId,
      version,
      platforms: [...content.platforms],
      contentHash: hash,
      proposedAt: event.occurredAt,
      proposedBy: by,
    });
    if (media.length > 0) await insertMedia(tx, { postId, version, media });
    await tx.update(posts).set({ version }).where(eq(posts.id, postId));
    await recordProposal(tx, event);
    return "done";
  });
}

/** @throws when a file is not ready, was replaced, or belongs to another business */
async function insertMedia(
  tx: Db,
  { postId, version, media }: { postId: string; version: number; media: readonly PostMedia[] },
): Promise<void> {
  const { count } = await oneRowOf(
    tx,
    sql`with shown as (
      insert into ${postVersionMedia} (post_id, version, position, media_id, business_id, alt)
      select post.id, ${version}::int, given.position, file.id, file.business_id, given.alt
      from jsonb_to_recordset(${JSON.stringify(
        media.map((file, index) => ({ ...file, position: index + 1 })),
      )}::jsonb) as given("mediaId" text, sha256 text, alt text, position int)
      join ${mediaTable} file on file.id = given."mediaId" and file.sha256 = given.sha256 and file.state = 'ready'
      join ${posts} post on post.id = ${postId} and post.business_id = file.business_id
      returning position
    ) select count(*)::int as count from shown`,
    z.object({ count: z.int() }),
  );
  if (count !== media.length) throw new Error("Bug: a file of another business");
}

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
    await writeEvent(tx, event, postOwnerOf(event.data));
    return "done";
  });
}

/** The locks: of two posts that get one address at once, the later one sees the earlier. */
async function isOfAnother(
  tx: Db,
  postId: string,
  urls: readonly { url: string }[],
): Promise<boolean> {
  const given = sql`${sql.param(urls.map(({ url }) => url).toSorted())}::text[]`;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(given.url, 0)) from unnest(${given}) as given(url)`,
  );
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
    await tx.execute(
      insertOpsAction({
        action: `post.${from}_undone`,
        by,
        subject: { type: "post", id: postId },
        data: { reason, removed, reopened },
      }),
    );
    return "done";
  });
}

type Locked = { version: number; contentHash: string; state: PostState };

async function lockPost(tx: Db, id: string): Promise<Locked | null> {
  const [post] = await tx
    .select({ version: posts.version, withdrawnAt: posts.withdrawnAt })
    .from(posts)
    .where(eq(posts.id, id))
    .for("update");
  if (post === undefined) return null;
  // Read after the lock: a decision waits for it.
  const [proposed] = await tx
    .select({
      contentHash: postVersions.contentHash,
      decision: postDecisions.decision,
      isPublished: sql<boolean>`exists (
        select from ${postPublications} live where live.post_id = ${postVersions.postId}
      )`,
    })
    .from(postVersions)
    .leftJoin(
      postDecisions,
      and(
        eq(postDecisions.postId, postVersions.postId),
        eq(postDecisions.version, postVersions.version),
      ),
    )
    .where(and(eq(postVersions.postId, id), eq(postVersions.version, post.version)));
  if (proposed === undefined) throw new Error("Bug: a post without its version");
  const { contentHash: hash, decision, isPublished } = proposed;
  const state = postState({ decision, isPublished, isWithdrawn: post.withdrawnAt !== null });
  return { version: post.version, contentHash: hash, state };
}
