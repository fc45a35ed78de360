import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, namedAsInSql, rowsOf } from "#db/client.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, businesses } from "#db/schema/content.ts";
import { hasLeft } from "./own-business-sql.ts";
import { isShownAfter, PostRow, selectPosts } from "./select-posts.ts";

const Row = z.object({
  linkId: z.string(),
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  /** Null: the owner. */
  approverId: z.nullable(z.string()),
  approverName: z.nullable(z.string()),
  isExpired: z.boolean(),
  /** By post: the version that the link decides about. */
  versions: z.record(z.string(), z.int()),
  /** In their newest version; none of an expired link. */
  posts: z.array(namedAsInSql(PostRow)),
});
export type Review = z.infer<typeof Row>;

/**
 * Finds the posts of an emailed link, the first planned one first.
 *
 * @returns null for an unknown or revoked link
 */
export async function findReview(
  db: Db,
  { tokenHash, at }: { tokenHash: string; at: string },
): Promise<Review | null> {
  const [review] = await rowsOf(
    db,
    sql`with link as (
      select link.*, link.expires_at <= ${at}::timestamptz as is_expired,
        ${hasLeft(sql`own.user_id`)} as has_left
      from ${approvalLinks} link join ${businesses} own on own.id = link.business_id
      where link.token_hash = ${tokenHash}
    ), named as (
      select named.post_id, named.version from ${approvalLinkPosts} named
      join link on link.id = named.link_id where not link.is_expired
    ), listed as (
      ${selectPosts(sql`post.id in (select named.post_id from named) and ${isShownAfter(sql`(select has_left from link)`)}`)}
    )
    select link.id as link_id, own.user_id, own.enquiry_id, link.approver_id, approver.name as approver_name,
      link.is_expired, coalesce((select jsonb_object_agg(post_id, version) from named), '{}') as versions, coalesce((
        select jsonb_agg(to_jsonb(listed) order by planned_on, planned_time, id) from listed
      ), '[]') as posts
    from link join ${businesses} own on own.id = link.business_id
    left join ${approvers} approver on approver.id = link.approver_id`,
    Row,
  );
  return review ?? null;
}
