import { sql } from "drizzle-orm";
import * as z from "zod";
import { PLATFORMS, type Platform } from "#contracts/content/brief-answers.ts";
import { POST_DECISIONS, POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { approvers, businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

const Row = z.object({
  /** Null after an approver was removed or an address erased. */
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  /** Name of the approver; null: the owner. */
  decided_by: z.nullable(z.string()),
  has_calendar: z.boolean(),
  decisions: z.array(
    z.object({
      decision: z.enum(POST_DECISIONS),
      format: z.enum(POST_FORMAT_KEYS),
      platforms: z.array(z.enum(Object.keys(PLATFORMS) as [Platform])),
      planned_on: z.string(),
      planned_time: z.string(),
    }),
  ),
});
export type Receipt = z.infer<typeof Row>;

const COLUMNS = { decider: "receipt_event_id", owner: "notice_event_id" } as const;

/**
 * Claims the decisions of one decider that no email has named yet, so that of many decisions at once one email names all.
 * The event that claimed them finds them again.
 *
 * @param reader whom the email is for
 * @returns null when another event's email names the decision, or it is gone
 */
export async function claimReceipt(
  db: Db,
  event: EventOf<"PostApproved"> | EventOf<"PostChangesRequested">,
  reader: keyof typeof COLUMNS,
): Promise<Receipt | null> {
  const { postId, version } = event.data;
  const column = sql.raw(COLUMNS[reader]);
  const approver = sql`${approvers} approver on approver.id = target.approver_id`;
  const [receipt] = await rowsOf(
    db,
    sql`with target as (
      select post.business_id, decided.approver_id, decided.decided_by, decided.decided_at
      from ${postDecisions} decided join ${posts} post on post.id = decided.post_id
      where decided.post_id = ${postId} and decided.version = ${version}::int
    ), claimed as (
      update ${postDecisions} decided set ${column} = ${event.id}
      from target join ${posts} post on post.business_id = target.business_id
      where decided.post_id = post.id and (decided.${column} is null or decided.${column} = ${event.id})
        and decided.approver_id is not distinct from target.approver_id
        and decided.decided_by is not distinct from target.decided_by
        and decided.decided_at between target.decided_at - interval '1 hour' and target.decided_at + interval '1 hour'
      returning decided.post_id, decided.version, decided.decision
    )
    select target.decided_by, own.user_id is not null and (${reader} = 'owner' or target.decided_by is null) as has_calendar,
      case when ${reader} = 'owner' or target.decided_by is null
        then coalesce(account.email, nullif(enquiry.email, ${ERASED_EMAIL})) else approver.email end as email,
      case when ${reader} = 'owner' or target.decided_by is null
        then coalesce(account.user_metadata->>'first_name', enquiry.payload->>'first_name') else target.decided_by end as first_name, (
        select jsonb_agg(jsonb_build_object(
          'decision', claimed.decision, 'format', proposed.format, 'platforms', proposed.platforms,
          'planned_on', to_char(proposed.planned_on, 'YYYY-MM-DD'), 'planned_time', to_char(proposed.planned_time, 'HH24:MI')
        ) order by proposed.planned_on, proposed.planned_time, claimed.post_id)
        from claimed join ${postVersions} proposed on proposed.post_id = claimed.post_id and proposed.version = claimed.version
      ) as decisions
    from target join ${businesses} own on own.id = target.business_id
    left join ${approver}
    left join ${users} account on account.id = own.user_id
    left join ${formSubmissions} enquiry on enquiry.id = own.enquiry_id
    where exists (select from claimed)`,
    Row,
  );
  return receipt ?? null;
}
