import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { postComments } from "#db/schema/comments.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Timestamp } from "#db/timestamps.ts";
import { businessNameOf } from "./business-name-sql.ts";

const DAYS = 60;
const LISTED_MAX = 100;
const EXCERPT = 120;

/**
 * SQL of rows of `comment`: the last one of a post that its customer sees, when the customer wrote it within {@link DAYS} days.
 *
 * @param now ISO 8601
 */
export function unansweredComments(now: string): SQL {
  return sql`${postComments} comment
    join ${posts} post on post.id = comment.post_id and post.withdrawn_at is null
    where comment.author <> 'operator' and comment.hidden_at is null and comment.written_at >= ${now}::timestamptz - ${DAYS}::int * interval '1 day'
      and not exists (
        select from ${postComments} later where later.post_id = comment.post_id and later.hidden_at is null
          and (later.written_at, later.id) > (comment.written_at, comment.id)
      )`;
}

const Row = z.object({
  postId: z.string(),
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  text: z.string(),
  writtenAt: Timestamp,
});
type UnansweredComment = z.infer<typeof Row>;

/** The longest waiting first. */
export async function listUnansweredComments(
  db: Db,
  now: string,
): Promise<{ comments: UnansweredComment[]; hasMore: boolean }> {
  const rows = await rowsOf(
    db,
    sql`with waiting as (
      select comment.post_id, post.business_id, comment.id, comment.text, comment.written_at
      from ${unansweredComments(now)} order by comment.written_at, comment.id limit ${LISTED_MAX + 1}::int
    )
    select waiting.post_id, own.user_id, own.enquiry_id, waiting.written_at,
      ${businessNameOf({ userId: sql`own.user_id`, enquiryId: sql`own.enquiry_id` })} as business_name,
      coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
      coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name,
      case when length(waiting.text) > ${EXCERPT}::int then left(waiting.text, ${EXCERPT}::int) || '…' else waiting.text end
        as text
    from waiting
    join ${businesses} own on own.id = waiting.business_id
    left join ${users} account on account.id = own.user_id
    left join ${formSubmissions} enquiry on enquiry.id = own.enquiry_id
    order by waiting.written_at, waiting.id`,
    Row,
  );
  return { comments: rows.slice(0, LISTED_MAX), hasMore: rows.length > LISTED_MAX };
}
