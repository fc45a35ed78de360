import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { unansweredComments } from "#db/content/find-comments.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Timestamp } from "#db/timestamps.ts";
import { type DeskFilter, isOfDesk, managedBy } from "./find-posts.ts";
import { NAMED } from "./names.ts";

const LISTED_MAX = 100;
const EXCERPT = 120;

const Row = z.object({
  postId: z.string(),
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  ...NAMED,
  text: z.string(),
  writtenAt: Timestamp,
});

/**
 * Lists the comments that wait for an answer of the account manager, the longest waiting first.
 *
 * @param now ISO 8601
 */
export async function listUnansweredComments(
  db: Db,
  filter: Pick<DeskFilter, "who" | "client">,
  now: string,
): Promise<{ comments: z.infer<typeof Row>[]; hasMore: boolean }> {
  const rows = await rowsOf(db, Row)`with waiting as (
    select comment.post_id, post.business_id, comment.id, comment.text, comment.written_at
    from ${unansweredComments(now)} and ${managedBy(sql`post.business_id`, filter.who)} and exists (
      select from ${businesses} business where business.id = post.business_id and ${isOfDesk(sql`business.account_manager_id`, filter)}
    ) order by comment.written_at, comment.id limit ${LISTED_MAX + 1}::int
  )
  select waiting.post_id, business.user_id, business.enquiry_id, waiting.written_at,
    ${businessNameOf({ userId: sql`business.user_id`, enquiryId: sql`business.enquiry_id` })} as business_name,
    coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
    coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name,
    case when length(waiting.text) > ${EXCERPT}::int then left(waiting.text, ${EXCERPT}::int) || '…' else waiting.text end
      as text
  from waiting
  join ${businesses} business on business.id = waiting.business_id
  left join ${users} account on account.id = business.user_id
  left join ${formSubmissions} enquiry on enquiry.id = business.enquiry_id
  order by waiting.written_at, waiting.id`;
  return { comments: rows.slice(0, LISTED_MAX), hasMore: rows.length > LISTED_MAX };
}
