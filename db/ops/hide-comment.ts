import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { releaseAnswerToHidden, reopenPromisesOfPost } from "#db/promises/reopen-promises.ts";
import { postComments } from "#db/schema/comments.ts";
import { posts } from "#db/schema/content.ts";
import { Reason } from "../reason.ts";
import { recordOpsAction } from "./record-actions.ts";

/**
 * Hides a comment from the customer's side, or shows it again, with what that does to the promise to answer. A second press
 * records nothing.
 *
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function hideComment(
  db: Db,
  input: {
    postId: string;
    commentId: string;
    isHidden: boolean;
    by: string;
    reason: string;
    /** ISO 8601 */
    at: string;
  },
): Promise<void> {
  const { postId, commentId, isHidden, by, at } = input;
  const reason = Reason.parse(input.reason);
  await db.transaction(async (tx) => {
    // A comment that is being written waits, or is seen below.
    await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId)).for("update");
    const changed = await tx
      .update(postComments)
      .set({ hiddenAt: isHidden ? at : null })
      .where(
        and(
          eq(postComments.id, commentId),
          eq(postComments.postId, postId),
          sql`(${postComments.hiddenAt} is null) = ${isHidden}::boolean`,
        ),
      )
      .returning({ id: postComments.id });
    if (changed.length === 0) return;
    await releaseAnswerToHidden(tx, { postId, at });
    const reopened = await reopenPromisesOfPost(tx, { postId, at });
    await recordOpsAction(tx, {
      action: isHidden ? "comment.hidden" : "comment.shown",
      by,
      subject: { type: "post", id: postId },
      data: { commentId, reason, reopened },
    });
  });
}
