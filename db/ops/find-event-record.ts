import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { emailReportsOf } from "#db/emails/email-reports-sql.ts";
import { event, storedEvent } from "#db/events/stored-event.ts";
import { auditLog, replays } from "#db/schema/events.ts";
import { effect, isCodeExpired, isInDoubt, stateOfEvent } from "./event-state.ts";
import { type Attempt, listAttempts } from "./list-attempts.ts";

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
