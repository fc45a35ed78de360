import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Moment } from "#db/moments.ts";
import {
  checkoutSessions,
  customers,
  orders,
  subscriptions,
  webhookEvents,
} from "#db/schema/billing.ts";
import { EFFECT_STATUSES, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { users } from "#db/schema/auth.ts";
import { formSubmissions } from "#db/schema/submissions.ts";
import { EVENT_STATES, type EventState, failedEventIds, stateOfEvent } from "./event-state.ts";

/**
 * What is looked for: an id of the event, of its request, of its subject or of what its subject has at the payment
 * provider; or everything about one person.
 */
export type EventSearch = { by: "id"; id: string } | { by: "email"; email: string };

/** Where a page ends: the next one starts with what happened before it. */
export type EventCursor = { occurredAt: string; id: string };

export type EventFilter = {
  search: EventSearch | null;
  state: EventState | null;
  type: string | null;
  before: EventCursor | null;
  limit: number;
};

const ListedEvent = z.object({
  id: z.string(),
  type: z.string(),
  aggregate_type: z.string(),
  aggregate_id: z.string(),
  occurred_at: Moment,
  state: z.enum(EVENT_STATES),
  effects: z.array(z.object({ effect: z.string(), status: z.enum(EFFECT_STATUSES) })),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/**
 * Lists events for the desk, newest first: ids, types and states, nothing personal. Pages by key, so that a
 * page costs the same however deep it lies and no event is shown twice while new ones arrive.
 *
 * @returns at most `limit` events, and where the next page starts or null when there is none
 */
export async function listEvents(
  db: Db,
  filter: EventFilter,
): Promise<{ events: ListedEvent[]; next: EventCursor | null }> {
  const conditions = sql.join(
    [
      searchCondition(filter.search),
      stateCondition(filter.state),
      filter.type === null ? sql`true` : sql`event.type = ${filter.type}`,
      filter.before === null
        ? sql`true`
        : sql`(event.occurred_at, event.id) < (${filter.before.occurredAt}::timestamptz, ${filter.before.id})`,
    ],
    sql` and `,
  );
  const rows = await rowsOf(
    db,
    sql`with page as (
      select event.id, event.type, event.aggregate_type, event.aggregate_id, event.occurred_at,
        ${stateOfEvent} as state
      from ${outboxEvents} event
      where ${conditions}
      order by event.occurred_at desc, event.id desc
      limit ${filter.limit + 1}
    )
    select page.*, coalesce((
      select jsonb_agg(jsonb_build_object('effect', ledger.effect, 'status', ledger.status) order by ledger.effect)
      from ${eventEffects} ledger where ledger.event_id = page.id
    ), '[]') as effects
    from page order by page.occurred_at desc, page.id desc`,
    ListedEvent,
  );
  const events = rows.slice(0, filter.limit);
  const last = events.at(-1);
  return {
    events,
    next:
      rows.length > filter.limit && last !== undefined
        ? { occurredAt: last.occurred_at, id: last.id }
        : null,
  };
}

function searchCondition(search: EventSearch | null): SQL {
  if (search === null) return sql`true`;
  if (search.by === "id") {
    // As an array it is known before the events are looked at, so that their indexes are used.
    return sql`(event.id = ${search.id} or event.request_id = ${search.id}
      or event.aggregate_id = any(array(
        select ${search.id}::text
        union all select customer_id from ${subscriptions} where id = ${search.id}
        union all select customer_id from ${orders} where id = ${search.id}
        union all select customer_id from ${checkoutSessions} where provider_session_id = ${search.id}
        union all select customer_id from ${webhookEvents} where id = ${search.id}
      )))`;
  }
  return sql`event.aggregate_id in (
    select id from ${formSubmissions} where lower(email) = lower(${search.email})
    union all select id::text from ${users} where email = lower(${search.email})
    union all select id from ${customers} where user_id is null and email = lower(${search.email})
    union all select customer.id from ${customers} customer join ${users} account on account.id = customer.user_id
      where account.email = lower(${search.email})
  )`;
}

// Each branch starts from a partial index or from the list's own order, and only then asks for the state.
function stateCondition(state: EventState | null): SQL {
  switch (state) {
    case null:
      return sql`true`;
    case "done":
      return sql`event.completed_at is not null`;
    case "failed":
      return sql`event.id in (${failedEventIds})`;
    case "open":
    case "stuck":
      return sql`event.completed_at is null and event.dead_at is null and ${stateOfEvent} = ${state}`;
  }
}

const Attention = z.object({ failed: z.int(), stuck: z.int() });

/** Counts the events that a person should look at, up to `most` of each. */
export async function countAttention(
  db: Db,
  most: number,
): Promise<{ failed: number; stuck: number }> {
  const [counts] = await rowsOf(
    db,
    sql`select
      (select count(*)::int from (select from (${failedEventIds}) failed limit ${most}) capped) as failed,
      (select count(*)::int from (
        select from ${outboxEvents} event
        where event.completed_at is null and event.dead_at is null and ${stateOfEvent} = 'stuck'
        limit ${most}
      ) capped) as stuck`,
    Attention,
  );
  if (counts === undefined) throw new Error("Bug: a count returned no row");
  return counts;
}
