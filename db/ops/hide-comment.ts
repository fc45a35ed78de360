import { sql } from "drizzle-orm";
import { type Db } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";
import { insertOpsAction } from "./ops-action-sql.ts";
import { Reason } from "./reason.ts";

/**
 * Hides a comment from the customer's side. One statement: a second press records nothing.
 *
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function hideComment(
  db: Db,
  input: { postId: string; commentId: string; by: string; reason: string; at: string },
): Promise<void> {
  const { postId, commentId, by, at } = input;
  const hidden = {
    action: "comment.hidden",
    by,
    subject: { type: "post", id: postId },
    data: { commentId, reason: Reason.parse(input.reason) },
  };
  await db.execute(sql`with hidden as (
      update ${postComments} set hidden_at = ${at}::timestamptz
      where id = ${commentId} and post_id = ${postId} and hidden_at is null returning id
    )
    ${insertOpsAction(hidden, sql`from hidden`)}`);
}
