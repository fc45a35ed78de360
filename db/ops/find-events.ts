import { desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { type Db, rowsOf } from "../client.ts";
import { emailReportsOf } from "../emails/email-reports-sql.ts";
import { event, storedEvent } from "../events/stored-event.ts";
import {
  ATTEMPT_OUTCOMES,
  auditLog,
  effectAttempts,
  eventEffects,
  replays,
} from "../schema/events.ts";
import { Timestamp } from "../timestamps.ts";
import { effect, isCodeExpired, isInDoubt, stateOfEvent } from "./event-state.ts";
import { NAMED } from "./names.ts";

// The audit log of one event is short; this bounds a malfunction.
const AUDIT_MAX = 200;

const findEvent = (db: Db, id: string) =>
  db
    .select({
      ...storedEvent,
      state: stateOfEvent,
      isCodeExpired,
      publishCount: event.publishCount,
      nextPublishAt: event.nextPublishAt,
      dispatchedAt: event.dispatchedAt,
      completedAt: event.completedAt,
      deadLetteredAt: event.deadLetteredAt,
      lastError: event.lastError,
    })
    .from(event)
    .where(eq(event.id, id));

const listEffects = (db: Db, eventId: string) =>
  db
    .select({
      effect: effect.effect,
      status: effect.status,
      attempts: effect.attempts,
      firstAttemptAt: effect.firstAttemptAt,
      lastError: effect.lastError,
      externalId: effect.externalId,
      completedAt: effect.completedAt,
      inDoubt: isInDoubt,
      emailReports: emailReportsOf(sql`effect`),
    })
    .from(effect)
    .where(eq(effect.eventId, eventId))
    .orderBy(
      sql`coalesce(${effect.firstAttemptAt}, ${effect.completedAt}) nulls last`,
      effect.effect,
    );
export type EventEffect = Awaited<ReturnType<typeof listEffects>>[number];

const listReplays = (db: Db, eventId: string) =>
  db
    .select({
      id: replays.id,
      effect: replays.effect,
      requestedBy: replays.requestedBy,
      reason: replays.reason,
      at: replays.at,
    })
    .from(replays)
    .where(eq(replays.eventId, eventId))
    .orderBy(desc(replays.at), desc(replays.id))
    .limit(AUDIT_MAX);

const listAudit = (db: Db, eventId: string) =>
  db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      actor: auditLog.actor,
      data: auditLog.data,
      at: auditLog.at,
    })
    .from(auditLog)
    .where(eq(auditLog.eventId, eventId))
    .orderBy(desc(auditLog.id))
    .limit(AUDIT_MAX);

export type EventRecord = {
  event: Awaited<ReturnType<typeof findEvent>>[number];
  effects: EventEffect[];
  attempts: Attempt[];
  replays: Awaited<ReturnType<typeof listReplays>>;
  audit: Awaited<ReturnType<typeof listAudit>>;
};

export async function findEventRecord(db: Db, id: string): Promise<EventRecord | null> {
  // Before the event: a replay in between would leave a dead-lettered event with a pending effect.
  const effects = await listEffects(db, id);
  const [[found], attempts, eventReplays, audit] = await Promise.all([
    findEvent(db, id),
    listAttempts(db, [id]),
    listReplays(db, id),
    listAudit(db, id),
  ]);
  return found === undefined
    ? null
    : { event: found, effects, attempts, replays: eventReplays, audit };
}

/** A malfunction may make more: the newest are shown. */
const ATTEMPTS_MAX = 200;

const Attempt = z.object({
  eventId: z.string(),
  effect: z.string(),
  number: z.int(),
  worker: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  outcome: z.nullable(z.enum(ATTEMPT_OUTCOMES)),
  error: z.nullable(z.string()),
  httpStatus: z.nullable(z.int()),
  message: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * Oldest first. The newest attempt of an effect is in the effect's own row until it has ended; the time of one that has
 * ended is cut to milliseconds, and the next may have begun within the same.
 */
export async function listAttempts(db: Db, eventIds: readonly string[]): Promise<Attempt[]> {
  const ids = sql.param([...eventIds]);
  const newest = await rowsOf(db, Attempt)`select *
    from (select event_id, effect, number, worker, started_at, ended_at, outcome, error, http_status, message
    from ${effectAttempts} where event_id = any(${ids}::text[])
    union all
    select effect.event_id, effect.effect, effect.attempts, effect.worker, effect.started_at,
      case when effect.attempts = 1 then effect.completed_at end,
      case when effect.attempts = 1 and effect.status = 'completed' then 'completed' end, null, null, null
    from ${eventEffects} effect
    where effect.event_id = any(${ids}::text[]) and effect.worker is not null and not exists (
      select from ${effectAttempts} ended where ended.event_id = effect.event_id
        and ended.effect = effect.effect and ended.number = effect.attempts
    )
    ) attempt order by date_trunc('milliseconds', started_at) desc, number desc limit ${ATTEMPTS_MAX}::int`;
  return newest.toReversed();
}

const EventPerson = z.object({
  aggregateId: z.string(),
  /** Id of the account, else of the Stripe customer, else of the enquiry. */
  key: z.string(),
  ...NAMED,
  email: z.nullable(z.string()),
});
export type EventPerson = z.infer<typeof EventPerson>;

/** Lists the people whom events are about; an erased account has none. */
export function listEventPeople(
  db: Db,
  aggregates: readonly { aggregateType: string; aggregateId: string }[],
): Promise<EventPerson[]> {
  const kinds = sql.param(aggregates.map((row) => row.aggregateType));
  const ids = sql.param(aggregates.map((row) => row.aggregateId));
  return rowsOf(db, EventPerson)`select about.id as aggregate_id,
      coalesce(account.id::text, customer.id, form.id) as key,
    ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`form.id` })} as business_name,
    coalesce(account.user_metadata->>'first_name', form.payload->>'first_name') as first_name,
    coalesce(account.user_metadata->>'last_name', form.payload->>'last_name') as last_name,
    coalesce(account.email, customer.email, form.email) as email
  from (select distinct * from unnest(${kinds}::text[], ${ids}::text[]) as given(kind, id)) about
  left join ${formSubmissions} form
    on about.kind = 'form_submission' and form.id = about.id and form.email <> ${ERASED_EMAIL}
  left join ${customers} customer on about.kind = 'customer' and customer.id = about.id
  left join ${users} account on account.id = case
    when about.kind = 'user' and about.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then about.id::uuid
    else customer.user_id end
  where coalesce(account.email, customer.email, form.email) <> ${ERASED_EMAIL}`;
}
