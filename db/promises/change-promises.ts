import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import { TOLD_DAYS } from "#contracts/content/reminders.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { publishTimes, reportTimes } from "#contracts/promises.ts";
import { type Caller, callerOf, NOBODY } from "#db/calls/record-call.ts";
import { type Db, hasRow, rowsOf } from "#db/client.ts";
import { isFormerCustomer } from "#db/content/in-service-sql.ts";
import {
  isScheduledEverywhere,
  isToPublish,
  Planned,
  plannedColumns,
} from "#db/content/select-posts.ts";
import { insertEvent, insertEventWithPromises } from "#db/events/insert-event.ts";
import { Reason } from "#db/reason.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";
import { businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";
import { auditLog } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { Timestamp } from "#db/timestamps.ts";
import { isInService } from "../billing/subscription-sql.ts";
import { isOpenPromise } from "./find-promises.ts";

export type KeepingEvent =
  | EventOf<"EnquiryAnswered">
  | EventOf<"CustomerContacted">
  | EventOf<"CallArranged">
  | EventOf<"CallHeld">
  | EventOf<"ErasedPostsStopped">;

function aggregateOf(event: KeepingEvent, caller: Caller) {
  if (event.type === "CallHeld") return callerOf(event.data.callId, caller);
  if (event.type === "ErasedPostsStopped") return { type: "user", id: event.data.userId } as const;
  return event.type === "EnquiryAnswered"
    ? ({ type: "form_submission", id: event.data.submissionId } as const)
    : ({ type: "customer", id: event.data.customerId } as const);
}

/**
 * Writes the event that keeps an open promise. One statement: the second of two operators waits at the lock, then writes
 * nothing.
 *
 * @returns false when it was kept or released before
 */
export async function keepPromise(
  db: Db,
  { id, event, caller = NOBODY }: { id: number; event: KeepingEvent; caller?: Caller },
): Promise<boolean> {
  const which = and(eq(promises.id, id), isOpenPromise) as SQL;
  const aggregate = aggregateOf(event, caller);
  return hasRow(db)`with open as (
    select id from ${promises} where ${which} for update
  ), ${insertEventWithPromises("event", event, aggregate, sql`from open`)}
  select id from open`;
}

type ReleaseRequest = {
  id: number;
  /** The operator's name. */
  by: string;
  reason: string;
  /** ISO 8601 */
  at: string;
};

/**
 * @returns false when it was kept or released before
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function releasePromise(db: Db, request: ReleaseRequest): Promise<boolean> {
  const { id, by, at } = request;
  const reason = Reason.parse(request.reason);
  return db.transaction(async (tx) => {
    const [released] = await tx
      .update(promises)
      .set({ releasedAt: at, releasedReason: reason })
      .where(and(eq(promises.id, id), isOpenPromise))
      .returning({
        event: promises.startedByEvent,
        rule: promises.rule,
        subject: promises.subjectId,
      });
    if (released === undefined) return false;
    await tx.insert(auditLog).values({
      eventId: released.event,
      action: "promise.released",
      actor: { kind: "ops", name: by },
      subjectType: "promise",
      subjectId: released.subject,
      data: { promiseId: id, rule: released.rule, reason },
      at,
    });
    return true;
  });
}

/** One statement: of two workers one writes the event, and none for promises that were all kept meanwhile. */
export async function recordPromiseTimes(
  db: Db,
  event: EventOf<"PromisesAnnounced">,
): Promise<void> {
  const at = sql`${event.occurredAt}::timestamptz`;
  await db.execute(sql`with recorded as (
      update ${promises} promise set
        warned_at = case when due_at > ${at} then ${at} else warned_at end,
        missed_at = case when due_at <= ${at} then ${at} else missed_at end
      where id = any(${sql.param(event.data.promiseIds)}::bigint[]) and kept_at is null and released_at is null
        and case when due_at > ${at} then warned_at else missed_at end is null
      returning id
    ) ${insertEvent(event, { type: "schedule", id: "watch-promises" }, sql`from (select from recorded limit 1) once`)}`);
}

const Owed = z.object({ subscriptionId: z.string(), since: Timestamp });

/**
 * Promises the next report to subscriptions to a plan that are in service. A missed one is sent before the next one is
 * promised. May run twice at once.
 *
 * @param at ISO 8601
 * @returns fewer than `limit` when no more are left
 */
export async function startReportPromises(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  const owed = await rowsOf(db, Owed)`select subscription.id as subscription_id,
      account.created_at as since
    from ${subscriptions} subscription join ${users} account on account.id = subscription.user_id
    where ${isInService(sql`subscription`)} and subscription.price_id is not null
      and account.deleted_at is null and not exists (
        select from ${promises} promise
        where promise.subject_id = subscription.id and promise.rule = 'send-report' and (
          promise.due_at > ${at}::timestamptz or (promise.kept_at is null and promise.released_at is null)
        )
      )
    order by subscription.id limit ${limit}::int`;
  if (owed.length === 0) return 0;
  const given = owed.map(({ subscriptionId: id, since }) => ({ id, ...reportTimes(since, at) }));
  // A sync that has begun finds another version and reads again, or it would not see the new promise and leave it open. One that
  // was first may have ended the subscription.
  await db.execute(sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id text, "startedAt" timestamptz, "dueAt" timestamptz, "warnAt" timestamptz)
    ), still_open as (
      select given.*, customer.id as customer_id
      from given join ${subscriptions} subscription on subscription.id = given.id
      join ${customers} customer on customer.id = subscription.customer_id
      where subscription.is_open
      order by customer.id, subscription.id for no key update of customer for no key update of subscription
    ), raised as (
      update ${customers} set version = version + 1 where id in (select customer_id from still_open)
    )
    insert into ${promises} (rule, subject_id, started_at, due_at, warn_at)
    select 'send-report', id, "startedAt", "dueAt", "warnAt" from still_open on conflict do nothing`);
  return owed.length;
}

const HAS_LEFT = "The customer has left";

const ToPublish = z.object({
  id: z.string(),
  ...Planned.shape,
  approvedAt: Timestamp,
  isScheduled: z.boolean(),
});

/** Approved posts whose promise to be published is missing; one that an operator released stays so. */
const selectToPublish = (at: string, where: SQL): SQL => sql`select post.id,
    ${plannedColumns},
    decided.decided_at as approved_at, ${isScheduledEverywhere} as is_scheduled
  from ${postVersions} proposed
  join ${posts} post on post.id = proposed.post_id and post.version = proposed.version
  join ${businesses} business on business.id = post.business_id
  join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version and decided.decision = 'approved'
  left join lateral (
    select bool_or(kept_at is null and released_at is null) as is_open, bool_or(kept_at is not null) as was_kept,
      max(released_at) filter (where released_reason is not null) as let_go_at
    from ${promises} promise
    where promise.subject_id = post.id and promise.rule in ('publish-post', 'publish-late-post')
  ) promised on true
  where proposed.planned_on between ${at}::date - ${PUBLISH_PAST_DAYS}::int and ${at}::date + ${PUBLISH_AHEAD_DAYS}::int
    and (proposed.planned_on >= ${at}::date - ${TOLD_DAYS}::int or decided.decided_at >= ${at}::timestamptz - interval '1 day' or promised.was_kept)
    and post.withdrawn_at is null and ${isToPublish} and not ${isFormerCustomer(sql`business.user_id`)}
    and promised.is_open is not true and (promised.let_go_at is null or promised.let_go_at < decided.decided_at)
    and ${where}
  order by post.id`;

/** A post that missed its day by more is on the customer's page alone. */
const PUBLISH_PAST_DAYS = 30;
const PUBLISH_AHEAD_DAYS = 7;

/**
 * Promises to publish approved posts of the coming week, and releases the promises to customers who have left. May run twice at once.
 *
 * @param at ISO 8601
 * @returns fewer than `limit` when no more are left
 */
export async function startPublishPromises(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  await db.execute(sql`update ${promises} promise set released_at = ${at}::timestamptz, released_reason = ${HAS_LEFT}
    from ${posts} post join ${businesses} business on business.id = post.business_id
    where promise.rule in ('publish-post', 'publish-late-post') and promise.kept_at is null and promise.released_at is null
      and post.id = promise.subject_id and ${isFormerCustomer(sql`business.user_id`)}`);
  return db.transaction(async (tx) => {
    const found = await rowsOf(tx, ToPublish)`${selectToPublish(at, sql`true`)}
        limit ${limit}::int`;
    if (found.length === 0) return 0;
    const ids = sql`any(${sql.param(found.map(({ id }) => id))}::text[])`;
    // What changes a post locks it first; what is owed is read after the lock.
    await tx.execute(sql`select from ${posts} post where post.id = ${ids}
      order by post.id for share`);
    const owed = await rowsOf(tx, ToPublish)`${selectToPublish(at, sql`post.id = ${ids}`)}`;
    const given = owed.flatMap(({ id, approvedAt, isScheduled, ...planned }) => {
      const plannedAt = plannedInstant(planned);
      return plannedAt === null
        ? []
        : [{ id, ...publishTimes({ plannedAt, approvedAt, isScheduled }) }];
    });
    await tx.execute(sql`insert into ${promises} as promise (rule, subject_id, started_at, due_at, warn_at)
      select rule, id, "startedAt", "dueAt", "warnAt"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id text, rule text, "startedAt" timestamptz, "dueAt" timestamptz, "warnAt" timestamptz)
      on conflict (subject_id, rule, due_at) where started_by_event is null do update set
        kept_at = null, kept_by_event = null, kept_by = null, released_at = null, released_by_event = null, released_reason = null`);
    return found.length;
  });
}
