import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { emailReportsOf } from "#db/emails/email-reports-sql.ts";
import { event } from "#db/events/stored-event.ts";
import { effect, stateOfEvent } from "./event-state.ts";
import { type Attempt, listAttempts } from "./find-events.ts";

/** A malfunction may make more: the oldest are shown. */
const EVENTS_MAX = 50;

const listEventsOfRequest = (db: Db, correlationId: string) =>
  db
    .select({
      id: event.id,
      type: event.type,
      correlationId: event.correlationId,
      traceparent: event.traceparent,
      state: stateOfEvent,
      occurredAt: event.occurredAt,
      dispatchedAt: event.dispatchedAt,
      completedAt: event.completedAt,
      deadLetteredAt: event.deadLetteredAt,
    })
    .from(event)
    .where(eq(event.correlationId, correlationId))
    .orderBy(asc(event.occurredAt), asc(event.id))
    .limit(EVENTS_MAX + 1);

const listEffectsOfEvents = (db: Db, eventIds: readonly string[]) =>
  db
    .select({
      eventId: effect.eventId,
      effect: effect.effect,
      status: effect.status,
      attempts: effect.attempts,
      completedAt: effect.completedAt,
      emailReports: emailReportsOf(sql`effect`),
    })
    .from(effect)
    .where(inArray(effect.eventId, [...eventIds]))
    .orderBy(asc(effect.effect));

export type Trace = {
  /** Oldest first. */
  events: Awaited<ReturnType<typeof listEventsOfRequest>>;
  effects: Awaited<ReturnType<typeof listEffectsOfEvents>>;
  attempts: Attempt[];
  isCut: boolean;
};

/** Finds what followed from the request of an event. */
export async function findTrace(db: Db, eventId: string): Promise<Trace | null> {
  const [found] = await db
    .select({ correlationId: event.correlationId })
    .from(event)
    .where(eq(event.id, eventId));
  if (found === undefined) return null;
  const events = await listEventsOfRequest(db, found.correlationId);
  const shown = events.slice(0, EVENTS_MAX);
  const ids = shown.map(({ id }) => id);
  const [effects, attempts] = await Promise.all([
    listEffectsOfEvents(db, ids),
    listAttempts(db, ids),
  ]);
  return { events: shown, effects, attempts, isCut: events.length > EVENTS_MAX };
}
