import { and, eq, sql } from "drizzle-orm";
import { type PostState, postState } from "#contracts/content/posts.ts";
import type { Db } from "#db/client.ts";
import { postDecisions, postPublications, posts, postVersions } from "#db/schema/content.ts";

type Locked = { version: number; contentHash: string; state: PostState };

/** A post of the transaction, with the state of its newest version. */
export async function lockPost(tx: Db, id: string): Promise<Locked | null> {
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
