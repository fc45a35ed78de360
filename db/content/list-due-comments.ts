import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";

const Due = z.object({
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  by: z.enum(["customer", "operator"]),
});

/** @param before ISO 8601: the oldest comment waits since then */
export async function listDueComments(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<z.infer<typeof Due>[]> {
  return rowsOf(
    db,
    sql`select own.user_id, own.enquiry_id, case comment.author when 'operator' then 'operator' else 'customer' end as by
    from ${postComments} comment
    join ${posts} post on post.id = comment.post_id
    join ${businesses} own on own.id = post.business_id
    where comment.announced_event_id is null and comment.hidden_at is null and comment.written_at <= ${before}::timestamptz
    group by 1, 2, 3 order by min(comment.written_at) limit ${limit}::int`,
    Due,
  );
}
