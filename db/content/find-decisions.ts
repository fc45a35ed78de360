import { sql } from "drizzle-orm";
import * as z from "zod";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { POST_DECISIONS, POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, findRowOf, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postDecisions, posts, approvers, postVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Planned, plannedColumns, plannedPairs } from "./select-posts.ts";

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
    Due,
  )`select business.user_id, business.enquiry_id, decided.approver_id, decided.decided_by
  from ${postDecisions} decided
  join ${posts} post on post.id = decided.post_id
  join ${businesses} business on business.id = post.business_id
  where decided.announced_event_id is null
  group by 1, 2, 3, 4 having max(decided.decided_at) <= ${before}::timestamptz
  order by max(decided.decided_at) limit ${limit}::int`;
}

const ReceiptRow = z.object({
  /** Null after an approver was removed or an address erased. */
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  /** Name of the approver; null: the owner. */
  decidedBy: z.nullable(z.string()),
  hasCalendar: z.boolean(),
  decisions: z.array(
    z.object({
      decision: z.enum(POST_DECISIONS),
      format: z.enum(POST_FORMAT_KEYS),
      platforms: z.array(z.enum(PLATFORM_KEYS)),
      ...Planned.shape,
    }),
  ),
});
export type Receipt = z.infer<typeof ReceiptRow>;

/**
 * The decisions of one decider that an event announced.
 *
 * @param reader whom the email is for
 * @returns null when none is left
 */
export function findReceipt(db: Db, eventId: string, reader: "decider" | "owner") {
  const isOfOwner = sql`(${reader} = 'owner' or decided.decided_by is null)`;
  return findRowOf(db, ReceiptRow)`select decided.decided_by,
      business.user_id is not null and ${isOfOwner} as has_calendar,
    case when ${isOfOwner} then coalesce(account.email, nullif(enquiry.email, ${ERASED_EMAIL}))
      else approver.email end as email,
    case when ${isOfOwner} then coalesce(account.user_metadata->>'first_name', enquiry.payload->>'first_name')
      else decided.decided_by end as first_name,
    jsonb_agg(jsonb_build_object(
      'decision', decided.decision, 'format', proposed.format, 'platforms', proposed.platforms,
      ${plannedPairs(sql`proposed`)}
    ) order by proposed.planned_on, proposed.planned_time, decided.post_id) as decisions
  from ${postDecisions} decided
  join ${posts} post on post.id = decided.post_id
  join ${postVersions} proposed on proposed.post_id = decided.post_id and proposed.version = decided.version
  join ${businesses} business on business.id = post.business_id
  left join ${approvers} approver on approver.id = decided.approver_id
  left join ${users} account on account.id = business.user_id
  left join ${formSubmissions} enquiry on enquiry.id = business.enquiry_id
  where decided.announced_event_id = ${eventId}
  group by decided.decided_by, business.id, approver.id, account.id, enquiry.id`;
}

const Changes = z.object({
  words: z.string(),
  format: z.enum(POST_FORMAT_KEYS),
  platforms: z.array(z.enum(PLATFORM_KEYS)),
  ...Planned.shape,
});
export type RequestedChanges = z.infer<typeof Changes>;

/**
 * Finds the request for changes to a version of a post.
 *
 * @returns null when the customer requested none
 */
export function findRequestedChanges(
  db: Db,
  { postId, version }: { postId: string; version: number },
) {
  return findRowOf(db, Changes)`select decided.words, proposed.format, proposed.platforms,
    ${plannedColumns}
  from ${postDecisions} decided
  join ${postVersions} proposed on proposed.post_id = decided.post_id and proposed.version = decided.version
  where decided.post_id = ${postId} and decided.version = ${version}::int and decided.decision = 'changes_requested'`;
}
