import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "../client.ts";
import { businessNameOf } from "../content/business-name-sql.ts";
import { hasLeft } from "../content/own-business-sql.ts";
import { isBusinessOf } from "../content/post-owner.ts";
import { isToPublish, PostRow, POSTS_MAX, selectPosts } from "../content/select-posts.ts";
import { users } from "../schema/accounts.ts";
import { formSubmissions } from "../schema/enquiries.ts";

export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [post] = await rowsOf(db, selectPosts(sql`post.id = ${id}`), PostRow);
  return post ?? null;
}

const OPEN_MAX = 200;

/**
 * Lists posts of a customer, the last planned first.
 *
 * @param key id of the user, or of the free-trial enquiry
 */
export async function listPostsOfCustomer(db: Db, key: string): Promise<PostRow[]> {
  return rowsOf(
    db,
    sql`${selectPosts(isBusinessOf(key))}
      order by proposed.planned_on desc, proposed.planned_time desc, post.id desc limit ${POSTS_MAX}::int`,
    PostRow,
  );
}

const OpenPost = PostRow.extend({
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  hasLeft: z.boolean(),
});
export type OpenPost = z.infer<typeof OpenPost>;

/**
 * Lists posts of all customers who have not left that are not withdrawn and not yet live on each platform: what waits for us before what waits
 * for customers, the first planned first.
 *
 * @param since London date
 */
export async function listOpenPosts(
  db: Db,
  since: string,
): Promise<{ posts: OpenPost[]; hasMore: boolean }> {
  const isOpen = sql`proposed.planned_on >= ${since}::date and post.withdrawn_at is null and ${isToPublish}`;
  const rows = await rowsOf(
    db,
    sql`select open.*, ${businessNameOf({ userId: sql`open.user_id`, enquiryId: sql`open.enquiry_id` })} as business_name,
        coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
        coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name, ${hasLeft(sql`open.user_id`)} as has_left
      from (${selectPosts(isOpen)}
        order by decided.decision is null, proposed.planned_on, proposed.planned_time, post.id limit ${OPEN_MAX + 1}::int
      ) open
      left join ${users} account on account.id = open.user_id
      left join ${formSubmissions} enquiry on enquiry.id = open.enquiry_id
      order by open.decision is null, open.planned_on, open.planned_time, open.id`,
    OpenPost,
  );
  const posts = rows.slice(0, OPEN_MAX).filter((post) => !post.hasLeft);
  return { posts, hasMore: rows.length > OPEN_MAX };
}
