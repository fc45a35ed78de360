import * as z from "zod";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import { type Db, findRowOf } from "#db/client.ts";
import { isToStop, Planned, plannedColumns } from "#db/content/select-posts.ts";
import { managerId, who } from "#db/promises/named-promises-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, posts, postSchedulings, postVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

const platforms = z.array(z.enum(PLATFORM_KEYS));

const Row = z.object({
  id: z.string(),
  who: z.nullable(z.string()),
  managerId: z.nullable(z.string()),
  format: z.enum(POST_FORMAT_KEYS),
  platforms,
  ...Planned.shape,
  scheduled: platforms,
});

/** @returns null once an operator has answered */
export function findPostToStop(db: Db, postId: string) {
  return findRowOf(db, Row)`select post.id, ${who} as who, ${managerId} as manager_id,
      proposed.format, proposed.platforms,
    ${plannedColumns},
    array(select platform from ${postSchedulings} where post_id = post.id order by platform) as scheduled
  from ${posts} post
  join ${businesses} business on business.id = post.business_id
  join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
  left join ${users} account on account.id = business.user_id
  left join ${formSubmissions} asked on asked.id = business.enquiry_id
  where post.id = ${postId} and ${isToStop}`;
}
