import { and, eq, sql } from "drizzle-orm";
import { type PostState, postState } from "#contracts/content/posts.ts";
import type { Db } from "#db/client.ts";
import {
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
  postStopRequests,
  postVersions,
} from "#db/schema/content.ts";

type Locked = {
  version: number;
  contentHash: string;
  state: PostState;
  /** A platform's scheduler has it. */
  isScheduled: boolean;
  /** The owner took the yes back, and no operator has answered. */
  isStopAsked: boolean;
};

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
      isScheduled: sql<boolean>`exists (
        select from ${postSchedulings} scheduled where scheduled.post_id = ${postVersions.postId}
      )`,
      isStopAsked: sql<boolean>`exists (
        select from ${postStopRequests} stop where stop.post_id = ${postVersions.postId}
          and stop.version = ${postVersions.version} and stop.settled_at is null
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
  const { contentHash, decision, isPublished, isScheduled, isStopAsked } = proposed;
  const state = postState({ decision, isPublished, isWithdrawn: post.withdrawnAt !== null });
  return { version: post.version, contentHash, state, isScheduled, isStopAsked };
}
