import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import {
  type DecisionReminder,
  remindedUntil,
  type ReminderKind,
  TOLD_DAYS,
} from "#contracts/content/reminders.ts";
import { TERMS } from "#contracts/terms.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  postReminders,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { isScheduledEverywhere, isToStop, Planned, plannedColumns } from "./select-posts.ts";

const plannedAt = sql`((proposed.planned_on + proposed.planned_time) at time zone ${COMPANY.timeZone})`;

/** A post that schedulers have went live without us; its promise says when that is in doubt. */
const isLateOrUnproved = sql`(not ${isScheduledEverywhere} or exists (
    select from ${promises} promise
    where promise.subject_id = post.id and promise.rule = 'publish-post' and promise.missed_at is not null
      and promise.kept_at is null and promise.released_at is null
  ))`;

/** Posts as they are now: of each kind, those that a reminder would tell the truth about. */
const selectOpen = (
  kind: ReminderKind,
  where: SQL,
): SQL => sql`select post.id, post.version, post.business_id,
    business.user_id, business.enquiry_id, proposed.format, proposed.platforms, proposed.proposed_at, ${plannedAt} as planned_at,
    ${plannedColumns}
  from ${postVersions} proposed
  join ${posts} post on post.id = proposed.post_id and post.version = proposed.version
  join ${businesses} business on business.id = post.business_id
  left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
  where post.withdrawn_at is null and not ${isFormerCustomer(sql`business.user_id`)} and ${where}
    and ${
      kind === "late"
        ? sql`decided.decision = 'approved' and decided.decided_at < ${plannedAt} and post.rest_left_out_at is null
          and not ${isToStop} and ${isLateOrUnproved} and not exists (select from ${postPublications} live where live.post_id = post.id)`
        : sql`decided.post_id is null`
    }`;

const isOf = (kind: DecisionReminder, at: string): SQL =>
  sql`proposed.planned_on between ${at}::date - 1 and ${remindedUntil(kind, Date.parse(at))}::date
    and ${plannedAt} > ${at}::timestamptz and proposed.proposed_at <= ${at}::timestamptz - interval '24 hours'`;

const passed = (at: string, hours: number): SQL =>
  sql`proposed.planned_on between ${at}::date - ${TOLD_DAYS + 1}::int and ${at}::date + 1
    and ${plannedAt} <= ${at}::timestamptz - make_interval(hours => ${hours}::int)
    and ${plannedAt} > ${at}::timestamptz - make_interval(days => ${TOLD_DAYS}::int)`;

/** Which posts ask for a reminder. */
const DUE: Readonly<Record<ReminderKind, (at: string) => SQL>> = {
  decide: (at) => isOf("decide", at),
  decide_again: (at) => isOf("decide_again", at),
  missed: (at) => passed(at, 0),
  late: (at) => passed(at, TERMS.published.hours),
};

const Due = z.object({
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  posts: z.array(z.object({ postId: z.string(), version: z.int() })),
  /** The newest valid one of each reader that names a post; of what has passed, the owner's, else any of the owner's. */
  linkIds: z.array(z.string()),
});
type DueReminder = z.infer<typeof Due>;

/**
 * Lists businesses with posts that ask for a reminder. Before their hour, the rest of what waits is in the same email.
 *
 * @param at ISO 8601
 */
export async function listDueReminders(
  db: Db,
  kind: ReminderKind,
  { at, limit }: { at: string; limit: number },
): Promise<DueReminder[]> {
  const isBefore = kind === "decide" || kind === "decide_again";
  const isTold = sql`exists (select from ${postReminders} told
      where told.post_id = open.id and told.version = open.version and told.kind = ${kind})`;
  const all = selectOpen(
    kind,
    sql`proposed.planned_on >= ${at}::date - 1 and ${plannedAt} > ${at}::timestamptz
      and proposed.proposed_at <= ${at}::timestamptz - interval '24 hours'`,
  );
  // A post that was approved before its mail had a link is named by none.
  const isNamed = sql`exists (select from ${approvalLinkPosts} named
      join due on due.id = named.post_id and due.version = named.version where named.link_id = link.id)`;
  return rowsOf(db, Due)`with due as (
    select open.* from (${selectOpen(kind, DUE[kind](at))}) open where not ${isTold}
  ), open as (
    ${isBefore ? sql`select open.* from (${all}) open where open.business_id in (select business_id from due) and not ${isTold}` : sql`select * from due`}
  ), readers as (
    select distinct on (link.business_id, link.approver_id) link.business_id, link.id
    from ${approvalLinks} link
    where link.expires_at > ${at}::timestamptz and link.business_id in (select business_id from due)
      and ${isBefore ? isNamed : sql`link.approver_id is null`}
    order by link.business_id, link.approver_id, ${isNamed} desc, link.created_at desc
  )
  select open.user_id, open.enquiry_id,
    jsonb_agg(jsonb_build_object('postId', open.id, 'version', open.version) order by open.planned_at, open.id) as posts,
    (select jsonb_agg(readers.id) from readers where readers.business_id = open.business_id) as link_ids
  from open where open.business_id in (select business_id from readers)
  group by open.business_id, open.user_id, open.enquiry_id order by min(open.planned_at) limit ${limit}::int`;
}

const Reminded = z.object({
  format: z.enum(POST_FORMAT_KEYS),
  platforms: z.array(z.enum(PLATFORM_KEYS)),
  ...Planned.shape,
});

/** Lists those posts of a reminder about which it is still true, the first planned first. */
export async function listRemindedPosts(
  db: Db,
  kind: ReminderKind,
  of: readonly { postId: string; version: number }[],
): Promise<z.infer<typeof Reminded>[]> {
  return rowsOf(db, Reminded)`select open.*
      from (${selectOpen(kind, sql`post.id = any(${sql.param(of.map(({ postId }) => postId))}::text[])`)}) open
  join jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as told("postId" text, version int)
    on told."postId" = open.id and told.version = open.version
  order by open.planned_at, open.id`;
}
