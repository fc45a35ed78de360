import { sql } from "drizzle-orm";
import * as z from "zod";
import { AccountManager } from "#contracts/api/content/account-manager.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, briefVersions, businesses, postDecisions, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { accountManagerOf } from "../accounts/account-manager-sql.ts";
import { hasLeft } from "./own-business-sql.ts";

const Row = z.object({
  email: z.nullable(z.string()),
  /** First name of the owner, or name of the approver. */
  name: z.nullable(z.string()),
  isOwner: z.boolean(),
  /** False for the owner of a free trial. */
  hasCalendar: z.boolean(),
  /** The owner's. */
  accountManager: z.nullable(AccountManager),
  /** The name in the brief; null without a brief. */
  businessName: z.nullable(z.string()),
  /** Posts that the link may decide about and that nobody decided yet. */
  waiting: z.int(),
  /** Posts that waited when the email was due, so that a repeat of the email is the same after a decision. */
  asked: z.int(),
});
export type ApprovalRequest = z.infer<typeof Row>;

/**
 * Finds the recipient of a link's email, and how many of its posts wait.
 *
 * @returns null without the link, as after the approver was removed
 */
export async function findApprovalRequest(db: Db, linkId: string): Promise<ApprovalRequest | null> {
  const [request] = await rowsOf(
    db,
    sql`select case when link.approver_id is null then coalesce(account.email, nullif(enquiry.email, ${ERASED_EMAIL}))
        else approver.email end as email,
      case when link.approver_id is null then coalesce(account.user_metadata->>'first_name', enquiry.payload->>'first_name')
        else approver.name end as name,
      link.approver_id is null as is_owner, link.approver_id is null and own.user_id is not null as has_calendar,
      case when link.approver_id is null then ${accountManagerOf(sql`own.user_id`)} end as account_manager, (
        select nullif(btrim(brief.answers->>'businessName'), '') from ${briefVersions} brief
        where brief.business_id = own.id order by brief.version desc limit 1
      ) as business_name, counted.waiting, counted.asked
    from ${approvalLinks} link
    join ${businesses} own on own.id = link.business_id
    left join ${approvers} approver on approver.id = link.approver_id
    left join ${users} account on account.id = own.user_id
    left join ${formSubmissions} enquiry on enquiry.id = own.enquiry_id
    cross join lateral (
      select count(*) filter (where decided.post_id is null)::int as waiting,
        count(*) filter (where decided.post_id is null or decided.decided_at >= link.mail_due_at)::int as asked
      from ${approvalLinkPosts} named
      join ${posts} post on post.id = named.post_id and post.version = named.version and post.withdrawn_at is null
      left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
      where named.link_id = link.id and not ${hasLeft(sql`own.user_id`)}
    ) counted
    where link.id = ${linkId}`,
    Row,
  );
  return request ?? null;
}
