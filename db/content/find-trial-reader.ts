import { sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

const Row = z.object({
  email: z.string(),
  firstName: z.nullable(z.string()),
  /** The owner's newest link that shows one of the posts; null without a valid one. */
  linkId: z.nullable(z.string()),
});
export type TrialReader = z.infer<typeof Row>;

/**
 * Finds the visitor who asked for a free trial, and the link that shows its posts.
 *
 * @returns null after the address was erased
 */
export async function findTrialReader(
  db: Db,
  { enquiryId, postIds, at }: { enquiryId: string; postIds: readonly string[]; at: string },
): Promise<TrialReader | null> {
  const [reader] = await rowsOf(
    db,
    sql`select enquiry.email, enquiry.payload->>'first_name' as first_name, (
        select link.id from ${approvalLinks} link
        join ${businesses} own on own.id = link.business_id
        join ${approvalLinkPosts} named on named.link_id = link.id
        where own.enquiry_id = enquiry.id and link.approver_id is null and link.expires_at > ${at}::timestamptz
          and named.post_id = any(${sql.param([...postIds])}::text[])
        order by link.created_at desc limit 1
      ) as link_id
    from ${formSubmissions} enquiry where enquiry.id = ${enquiryId} and enquiry.email <> ${ERASED_EMAIL}`,
    Row,
  );
  return reader ?? null;
}
