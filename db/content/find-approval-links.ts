import { sql } from "drizzle-orm";
import * as z from "zod";
import { AccountManager } from "#contracts/api/content/account-manager.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { TERMS } from "#contracts/terms.ts";
import { type Db, findRowOf, hasRow, namedAsInSql } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, briefVersions, businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { reports } from "#db/schema/reports.ts";
import { accountManagerOf } from "../accounts/account-manager-sql.ts";
import { businessNameOf } from "./business-name-sql.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { isShownAfter, PostRow, selectPosts } from "./select-posts.ts";

const RequestRow = z.object({
  email: z.nullable(z.string()),
  /** First name of the owner, or name of the approver. */
  name: z.nullable(z.string()),
  isOwner: z.boolean(),
  approverId: z.nullable(z.string()),
  /** False for the owner of a free trial. */
  hasCalendar: z.boolean(),
  /** The owner's. */
  accountManager: z.nullable(AccountManager),
  /** The name in the brief; null without a brief. */
  businessName: z.nullable(z.string()),
  /** Those that waited when the email was due, so that a repeat of the email is the same after a decision; the first planned first. */
  asked: z.array(namedAsInSql(PostRow)),
});

/**
 * Finds the recipient of a link's email, and its posts that wait.
 *
 * @returns null without the link, as after the approver was removed
 */
export function findApprovalRequest(db: Db, linkId: string) {
  return findRowOf(db, RequestRow)`with asking as (
    select ${isFormerCustomer(sql`business.user_id`)} as has_left
    from ${approvalLinks} link join ${businesses} business on business.id = link.business_id where link.id = ${linkId}
  ), named as (
    select post_id, version from ${approvalLinkPosts} where link_id = ${linkId}
  ), listed as (
    ${selectPosts(sql`post.id in (select named.post_id from named)
      and post.version = (select named.version from named where named.post_id = post.id)
      and post.withdrawn_at is null and not (select has_left from asking)`)}
  )
  select case when link.approver_id is null then coalesce(account.email, nullif(enquiry.email, ${ERASED_EMAIL}))
      else approver.email end as email,
    case when link.approver_id is null then coalesce(account.user_metadata->>'first_name', enquiry.payload->>'first_name')
      else approver.name end as name,
    link.approver_id is null as is_owner, link.approver_id, link.approver_id is null and business.user_id is not null as has_calendar,
    case when link.approver_id is null then ${accountManagerOf(sql`business.user_id`)} end as account_manager, (
      select nullif(btrim(brief.answers->>'businessName'), '') from ${briefVersions} brief
      where brief.business_id = business.id order by brief.version desc limit 1
    ) as business_name, coalesce((
      select jsonb_agg(to_jsonb(listed) order by planned_on, planned_time, id) from listed
      where decision is null or decided_at >= link.mail_due_at
    ), '[]') as asked
  from ${approvalLinks} link
  join ${businesses} business on business.id = link.business_id
  left join ${approvers} approver on approver.id = link.approver_id
  left join ${users} account on account.id = business.user_id
  left join ${formSubmissions} enquiry on enquiry.id = business.enquiry_id
  where link.id = ${linkId}`;
}

const ReviewRow = z.object({
  linkId: z.string(),
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  /** Null: the owner. */
  approverId: z.nullable(z.string()),
  approverName: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  isExpired: z.boolean(),
  /** By post: the version that the link decides about. */
  versions: z.record(z.string(), z.int()),
  /** The newest version of each; an expired link shows none. */
  posts: z.array(namedAsInSql(PostRow)),
});
export type Review = z.infer<typeof ReviewRow>;

/**
 * Finds the posts of an emailed link, the first planned one first.
 *
 * @returns null for an unknown or revoked link
 */
export function findReview(db: Db, { tokenHash, at }: { tokenHash: string; at: string }) {
  return findRowOf(db, ReviewRow)`with link as (
    select link.*, link.expires_at <= ${at}::timestamptz as is_expired,
      ${isFormerCustomer(sql`business.user_id`)} as has_left
    from ${approvalLinks} link join ${businesses} business on business.id = link.business_id
    where link.token_hash = ${tokenHash}
  ), named as (
    select named.post_id, named.version from ${approvalLinkPosts} named
    join link on link.id = named.link_id where not link.is_expired
  ), listed as (
    ${selectPosts(sql`post.id in (select named.post_id from named) and ${isShownAfter(sql`(select has_left from link)`)}`)}
  )
  select link.id as link_id, business.user_id, business.enquiry_id, link.approver_id, approver.name as approver_name,
    ${businessNameOf({ userId: sql`business.user_id`, enquiryId: sql`business.enquiry_id` })} as business_name,
    link.is_expired, coalesce((select jsonb_object_agg(post_id, version) from named), '{}') as versions, coalesce((
      select jsonb_agg(to_jsonb(listed) order by planned_on, planned_time, id) from listed
    ), '[]') as posts
  from link join ${businesses} business on business.id = link.business_id
  left join ${approvers} approver on approver.id = link.approver_id`;
}

const TrialReaderRow = z.object({
  email: z.string(),
  firstName: z.nullable(z.string()),
  /** The owner's newest link that shows one of the posts; null without a valid one. */
  linkId: z.nullable(z.string()),
});

/**
 * Finds the visitor who asked for a free trial, and the link that shows its posts.
 *
 * @returns null after the address was erased
 */
export function findTrialReader(
  db: Db,
  { enquiryId, postIds, at }: { enquiryId: string; postIds: readonly string[]; at: string },
) {
  return findRowOf(db, TrialReaderRow)`select enquiry.email,
      enquiry.payload->>'first_name' as first_name, (
      select link.id from ${approvalLinks} link
      join ${businesses} business on business.id = link.business_id
      join ${approvalLinkPosts} named on named.link_id = link.id
      where business.enquiry_id = enquiry.id and link.approver_id is null and link.expires_at > ${at}::timestamptz
        and named.post_id = any(${sql.param([...postIds])}::text[])
      order by link.created_at desc limit 1
    ) as link_id
  from ${formSubmissions} enquiry where enquiry.id = ${enquiryId} and enquiry.email <> ${ERASED_EMAIL}`;
}

/**
 * Whether the link of an email still shows what its email showed.
 *
 * @param id of an approval link or of a report
 */
export function isLinkAlive(db: Db, { id, at }: { id: string; at: string }): Promise<boolean> {
  return hasRow(db)`select 1 from ${approvalLinks}
    where id = ${id} and expires_at > ${at}::timestamptz
    union all select 1 from ${reports} where id = ${id}
      and published_at > ${at}::timestamptz - make_interval(days => ${TERMS.reportLink.days}::int)`;
}
