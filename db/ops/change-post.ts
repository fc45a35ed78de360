import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { type PostContent, type PostState, postState } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { postDecisions, postPublications, posts, postVersions } from "#db/schema/content.ts";
import { contentHash } from "./propose-posts.ts";

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
    await tx.insert(postVersions).values({
      ...content,
      postId,
      version,
      platforms: [...content.platforms],
      contentHash: hash,
      proposedAt: event.occurredAt,
      proposedBy: by,
    });
    await tx.update(posts).set({ version }).where(eq(posts.id, postId));
    await record(tx, event);
    return "done";
  });
}

/** Gives live addresses of an approved post, or corrects them. `restLeftOut`: the other platforms are left out. */
export async function publishPost(
  db: Db,
  input: {
    urls: readonly { platform: Platform; url: string }[];
    restLeftOut: boolean;
    by: string;
    event: EventOf<"PostPublished">;
  },
): Promise<ChangeOutcome> {
  const { urls, restLeftOut, by, event } = input;
  const { postId, version } = event.data;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.version !== version) return "outdated";
    if (post.state !== "approved" && post.state !== "published") return "refused";
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
    await record(tx, event);
    return "done";
  });
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
    await record(tx, event);
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

async function record(
  tx: Db,
  event: EventOf<"PostProposed"> | EventOf<"PostPublished"> | EventOf<"PostWithdrawn">,
): Promise<void> {
  const aggregate = postOwnerOf(event.data);
  await tx.execute(
    sql`with ${insertEventWithPromises("event", event, aggregate, sql.empty())} select`,
  );
}
