import { type SQL, sql } from "drizzle-orm";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import type { NewEvent } from "#contracts/events/new-event.ts";
import { type PromiseEventType, promiseChangesOf } from "#contracts/promises.ts";
import type { Db } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";

type Aggregate = {
  type: "form_submission" | "user" | "customer" | "call" | "billing" | "schedule" | "webhook";
  /** SQL when only the statement knows it: a column of `from`. */
  id: string | SQL;
};

type PromiseEvent = Extract<NewEvent, { type: PromiseEventType }>;

/**
 * SQL that writes an event within the statement that makes the change. An event that changes promises takes
 * {@link insertEventWithPromises}.
 *
 * @param from writes the event once per row, for example `from written where fresh`
 * @param facts a `jsonb` that adds to the event's data what only the statement knows
 */
export function insertEvent(
  event: Exclude<NewEvent, PromiseEvent>,
  aggregate: Aggregate,
  from: SQL,
  facts?: SQL,
): SQL {
  return insertRow(event, aggregate, from, facts);
}

/**
 * CTEs that write an event and the promises that it starts, keeps or releases.
 *
 * @param name of the first CTE, and the beginning of the others' names
 * @param from writes them if it has a row
 */
export function insertEventWithPromises(
  name: string,
  event: PromiseEvent,
  aggregate: Aggregate,
  from: SQL,
): SQL {
  return sql`${sql.raw(name)} as (${insertRow(event, aggregate, from)})${changePromises(
    name,
    [event],
    sql`exists (select ${from})`,
  )}`;
}

/** Writes an event and its promises in the transaction that made the change. */
export async function writeEvent(tx: Db, event: PromiseEvent, aggregate: Aggregate): Promise<void> {
  await tx.execute(
    sql`with ${insertEventWithPromises("event", event, aggregate, sql.empty())} select`,
  );
}

/**
 * CTEs that write all events of a change and their promises.
 *
 * @param from without a condition
 * @param isWritten condition on `from` and on `given."eventId"`, the id of one of the events
 */
export function insertEventsWithPromises(
  name: string,
  events: readonly NewEvent[],
  aggregate: Aggregate,
  from: SQL,
  isWritten = sql`true`,
): SQL {
  const rows = events.map((event) => ({
    eventId: event.id,
    type: event.type,
    version: event.version,
    actor: event.actor,
    payload: event.data,
    correlation_id: event.correlationId,
    traceparent: event.traceparent ?? null,
    occurred_at: event.occurredAt,
    grace_ms: event.graceMs ?? 0,
  }));
  return sql`${sql.raw(name)} as (
    insert into ${outboxEvents} (${COLUMNS}) select
      given."eventId", given.type, given.version, ${aggregate.type}, ${aggregate.id}, given.actor, given.payload,
      given.correlation_id, coalesce(given.traceparent, ${traceparentOf(sql`given.correlation_id`)}), given.occurred_at,
      now() + given.grace_ms * interval '1 millisecond'
    ${from}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      "eventId" text, type text, version integer, actor jsonb, payload jsonb, correlation_id text, traceparent text,
      occurred_at timestamptz, grace_ms integer
    )
    where ${isWritten}
  )${changePromises(name, events, sql`exists (select ${from} where ${isWritten})`)}`;
}

const COLUMNS = sql.raw(
  "id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, traceparent, occurred_at, next_publish_at",
);

function insertRow(
  event: NewEvent,
  aggregate: Aggregate,
  from: SQL,
  facts = sql`'{}'::jsonb`,
): SQL {
  const traceparent =
    event.traceparent === undefined
      ? traceparentOf(sql`${event.correlationId}`)
      : sql`${event.traceparent}::text`;
  return sql`insert into ${outboxEvents} (${COLUMNS}) select
      ${event.id}, ${event.type}, ${event.version}::int, ${aggregate.type}, ${aggregate.id},
      ${JSON.stringify(event.actor)}::jsonb, ${JSON.stringify(event.data)}::jsonb || ${facts}, ${event.correlationId},
      ${traceparent}, ${event.occurredAt}::timestamptz, now() + ${event.graceMs ?? 0}::int * interval '1 millisecond'
    ${from}`;
}

/** An event that an effect writes has the correlation id of the event before it, and takes its trace. */
function traceparentOf(correlationId: SQL): SQL {
  return sql`(select cause.traceparent from ${outboxEvents} cause where cause.correlation_id = ${correlationId} limit 1)`;
}

/**
 * CTEs `<name>_started` and `<name>_ended`, each after a comma; an event that changes nothing adds none.
 *
 * @param when may name `given."eventId"`
 */
function changePromises(name: string, events: readonly DomainEvent[], when: SQL): SQL {
  const changes = promiseChangesOf(events);
  const started = changes.filter((change) => change.kind === "start");
  const ended = changes.filter(({ kind }) => kind !== "start");
  const parts: SQL[] = [];
  // An open promise of the same rule and subject stays, with its earlier due time.
  if (started.length > 0) {
    parts.push(sql`, ${sql.raw(name)}_started as (
      insert into ${promises} (rule, subject_id, started_by_event, started_at, due_at, warn_at)
      select given.* from jsonb_to_recordset(${JSON.stringify(started)}::jsonb) as given(
        rule text, "subjectId" text, "eventId" text, at timestamptz, "dueAt" timestamptz, "warnAt" timestamptz
      ) where ${when}
      on conflict do nothing
    )`);
  }
  if (ended.length > 0) {
    parts.push(sql`, ${sql.raw(name)}_ended as (
      update ${promises} promise set
        kept_by_event = case given.kind when 'keep' then given."eventId" end,
        kept_at = case given.kind when 'keep' then given.at end,
        kept_by = given.by,
        released_by_event = case given.kind when 'release' then given."eventId" end,
        released_at = case given.kind when 'release' then given.at end
      from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as given(
        kind text, rule text, "subjectId" text, "eventId" text, at timestamptz, by text
      )
      where promise.rule = given.rule and promise.subject_id = given."subjectId"
        and promise.kept_at is null and promise.released_at is null and ${when}
    )`);
  }
  return sql.join(parts);
}
