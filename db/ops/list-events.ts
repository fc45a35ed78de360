import { and, desc, eq, gte, lt, not, type SQL, sql } from "drizzle-orm";
import type { EventType } from "#contracts/events/catalogue.ts";
import { isUndecided } from "#db/billing/orders-sql.ts";
import type { Db } from "#db/client.ts";
import { event, storedEvent } from "#db/events/stored-event.ts";
import { users } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customers,
  orders,
  refundRequests,
  stripeEvents,
  subscriptions,
} from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { type EventState, failedEventIds, stateOfEvent, STUCK_AFTER_S } from "./event-state.ts";
import type { EventEffect } from "./find-events.ts";
import { accountsByName, enquiriesByName } from "./names.ts";

export type EventSearch =
  /** Id of the event, of its request or subject, of a Stripe object or of a company's message. */
  | { kind: "id"; id: string }
  | { kind: "email"; email: string }
  /** A full name, a last name, or the start of either. */
  | { kind: "name"; name: string }
  | { kind: "undecided_refunds" }
  | { kind: "replayed" };

/** A search that matches more has to be more specific. */
const NAMED_MAX = 100;

export type EventCursor = { occurredAt: string; id: string };

export type EventFilter = {
  search: EventSearch | null;
  state: EventState | null;
  type: string | null;
  /** Has failed or waits, with exactly this error. */
  effect: string | null;
  error: string | null;
  /** Dates in London, both inclusive: `2026-11-20`. */
  from: string | null;
  to: string | null;
  /** Leaves out {@link ROUTINE_EVENTS} that have not failed and are not stuck. */
  hidesRoutine: boolean;
  /** One event for each request: the newest that matches. */
  isGrouped: boolean;
  before: EventCursor | null;
  limit: number;
};
export type EventConditions = Omit<EventFilter, "hidesRoutine" | "isGrouped" | "before" | "limit">;

/** Stripe sends several for each purchase; the check runs each night. What follows from them are events of their own. */
export const ROUTINE_EVENTS = [
  "BillingChecked",
  "StripeEventReceived",
] as const satisfies readonly EventType[];

/** Newest first. Keyset pagination: every page costs the same, and new events repeat none. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
): Promise<{ events: ListedEvent[]; next: EventCursor | null }> {
  const rows = await selectPage(db, filter);
  const events = rows.slice(0, filter.limit);
  const last = events.at(-1);
  return {
    events,
    next:
      rows.length > filter.limit && last !== undefined
        ? { occurredAt: last.occurredAt, id: last.id }
        : null,
  };
}

const listedEvent = {
  ...storedEvent,
  lastError: event.lastError,
  state: stateOfEvent,
  effects: sql<ListedEffect[]>`coalesce((
    select jsonb_agg(jsonb_build_object('effect', effect.effect, 'status', effect.status,
      'lastError', effect.last_error) order by effect.effect)
    from ${eventEffects} effect where effect.event_id = event.id
  ), '[]')`,
};

function selectPage(
  db: Db,
  { before, limit, hidesRoutine, isGrouped, ...conditions }: EventFilter,
) {
  const isMeant = and(filterCondition(conditions), hidesRoutine ? not(isHiddenRoutine) : undefined);
  return db
    .select(listedEvent)
    .from(event)
    .where(
      and(
        isMeant,
        isGrouped ? isNewestOfRequest(isMeant) : undefined,
        before === null
          ? undefined
          : sql`(${event.occurredAt}, ${event.id}) < (${before.occurredAt}::timestamptz, ${before.id})`,
      ),
    )
    .orderBy(desc(event.occurredAt), desc(event.id))
    .limit(limit + 1);
}
type ListedEffect = Pick<EventEffect, "effect" | "status" | "lastError">;
export type ListedEvent = Awaited<ReturnType<typeof selectPage>>[number];

/** Whether the row `event` is routine that neither failed nor is late. */
export const isHiddenRoutine = sql`(event.type = any(${sql.param([...ROUTINE_EVENTS])}::text[])
  and (event.completed_at is not null or event.dead_lettered_at is null
    and event.occurred_at > now() - ${STUCK_AFTER_S}::int * interval '1 second'))`;

// A scalar subquery is one step in an index; with `not exists` PostgreSQL may join the whole table.
function isNewestOfRequest(isMeant: SQL | undefined): SQL {
  // `coalesce` hides the unique id, by which the planner expects one row in all and reads the whole table.
  return sql`coalesce(${event.id} = (
    select newest.id from (select ${event.correlationId} as correlation_id) row cross join lateral (
      select event.id from ${outboxEvents} event where event.correlation_id = row.correlation_id and ${isMeant ?? sql`true`}
      order by event.occurred_at desc, event.id desc limit 1
    ) newest
  ), false)`;
}

/** Condition on the row `event`. */
export function filterCondition({
  search,
  state,
  type,
  effect,
  error,
  from,
  to,
}: EventConditions): SQL | undefined {
  return and(
    search === null ? undefined : searchCondition(search),
    state === null ? undefined : stateCondition(state),
    type === null ? undefined : eq(event.type, type),
    effect === null && error === null ? undefined : failureCondition(effect, error),
    from === null ? undefined : gte(event.occurredAt, startOfDay(sql`${from}::date`)),
    to === null ? undefined : lt(event.occurredAt, startOfDay(sql`(${to}::date + 1)`)),
  );
}

const startOfDay = (date: SQL): SQL => sql`${date}::timestamp at time zone 'Europe/London'`;

function searchCondition(search: EventSearch): SQL {
  switch (search.kind) {
    case "id":
      return isAboutId(search.id);
    case "email":
      return isAboutEmail(search.email);
    case "name":
      return isAboutName(search.name);
    case "undecided_refunds":
      return IS_UNDECIDED_REFUND;
    case "replayed":
      return sql`event.id in (select event_id from ${replays})`;
  }
}

// As an array the ids are known before events are scanned, so their indexes are used.
function isAboutId(id: string): SQL {
  return sql`(event.correlation_id = ${id}
    or event.id = any(array(
      select ${id}::text
      union all select event_id from ${eventEffects} where external_id = ${id}
    ))
    or event.aggregate_id = any(array(
      select ${id}::text
      union all select customer_id from ${subscriptions} where id = ${id}
      union all select customer_id from ${orders} where id = ${id}
      union all select customer_id from ${checkoutSessions} where stripe_session_id = ${id}
      union all select unnest(array[customer_id, object_id]) from ${stripeEvents} where id = ${id}
      union all select customer_id from ${stripeEvents} where object_id = ${id}
      union all select customer_id from ${refundRequests} where id = ${id}
    )))`;
}

// Linked and unlinked accounts have an index each.
function isAboutEmail(email: string): SQL {
  return sql`event.aggregate_id in (
    with account as (
      select id from ${users} where email = lower(${email}) and not is_sso
      union all select id from ${users} where email = lower(${email}) and is_sso
    )
    select id from ${formSubmissions} where lower(email) = lower(${email})
    union all select id::text from account
    union all select id from ${customers} where user_id is null and email = lower(${email})
    union all select customer.id from ${customers} customer join account on account.id = customer.user_id
  )`;
}

function isAboutName(name: string): SQL {
  return sql`event.aggregate_id = any(array(
    with account as (${accountsByName(name, NAMED_MAX)})
    select id from (${enquiriesByName(name, NAMED_MAX)}) enquiry
    union all select id::text from account
    union all select customer.id from ${customers} customer join account on account.id = customer.user_id
    union all select customer.id from account join ${users} buyer on buyer.id = account.id
      join ${customers} customer on customer.email = buyer.email where customer.user_id is null
  ))`;
}

const IS_UNDECIDED_REFUND = sql`event.type in ('RefundRequested', 'RefundApproved') and not exists (
    -- A refund begins with its first event.
    select from ${outboxEvents} first where first.aggregate_id = event.aggregate_id and first.id < event.id
      and first.type in ('RefundRequested', 'RefundApproved')
      and first.payload->>'refundRequestId' = event.payload->>'refundRequestId'
  ) and event.aggregate_id in (
    select customer_id from ${refundRequests} request
    where ${isUndecided(sql`request`)} and request.id = event.payload->>'refundRequestId'
  )`;

/** From partial indexes: the cost depends on what failed or is open. */
function failureCondition(effect: string | null, error: string | null): SQL {
  const isMeant = and(
    effect === null ? undefined : sql`effect.effect = ${effect}`,
    error === null ? undefined : sql`effect.last_error = ${error}`,
  );
  return sql`event.id = any(array(
    select effect.event_id from ${eventEffects} effect where effect.status = 'dead_lettered' and ${isMeant}
    union all
    select effect.event_id from ${outboxEvents} open join ${eventEffects} effect on effect.event_id = open.id
      where open.completed_at is null and open.dead_lettered_at is null and effect.status = 'pending' and ${isMeant}
    union all
    select id from ${outboxEvents}
      where dead_lettered_at is not null and last_error = ${error} and ${effect}::text is null
  ))`;
}

// Each branch starts from a partial index or from the list's own order.
function stateCondition(state: EventState): SQL {
  switch (state) {
    case "completed":
      return sql`event.completed_at is not null`;
    case "failed":
      return sql`event.id in (${failedEventIds})`;
    case "open":
    case "stuck":
      return sql`event.completed_at is null and event.dead_lettered_at is null and ${stateOfEvent} = ${state}`;
  }
}

/** More are found by searching for the request. */
export const EVENTS_OF_REQUEST_MAX = 20;

/** Oldest first; the first {@link EVENTS_OF_REQUEST_MAX} of each request. */
export function listEventsOfRequests(db: Db, correlationIds: readonly string[]) {
  return db
    .select(listedEvent)
    .from(event)
    .where(
      sql`event.id = any(array(
        select member.id from unnest(${sql.param([...correlationIds])}::text[]) as asked(correlation_id)
        cross join lateral (
          select id from ${outboxEvents} where correlation_id = asked.correlation_id
          order by occurred_at, id limit ${EVENTS_OF_REQUEST_MAX}::int
        ) member
      ))`,
    )
    .orderBy(event.occurredAt, event.id);
}
