import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { businesses, postDecisions, posts } from "#db/schema/content.ts";

const Due = z.object({
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  approverId: z.nullable(z.string()),
  /** Name of the approver; null: the owner. */
  decidedBy: z.nullable(z.string()),
});
export type DueDecisions = z.infer<typeof Due>;

/**
 * Deciders of decisions that no email has named.
 *
 * @param before ISO 8601: they have decided nothing since
 */
export async function listDueDecisions(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<DueDecisions[]> {
  return rowsOf(
    db,
    sql`select own.user_id, own.enquiry_id, decided.approver_id, decided.decided_by
    from ${postDecisions} decided
    join ${posts} post on post.id = decided.post_id
    join ${businesses} own on own.id = post.business_id
    where decided.announced_event_id is null
    group by 1, 2, 3, 4 having max(decided.decided_at) <= ${before}::timestamptz
    order by max(decided.decided_at) limit ${limit}::int`,
    Due,
  );
}
