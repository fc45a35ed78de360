import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { NewEvent } from "#contracts/events/new-event.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEventsWithPromises } from "#db/events/insert-event.ts";
import { constraintOf } from "#db/query-error.ts";
import {
  customers,
  disputes,
  subscriptionRequests,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { LASTING_COLUMNS, recordsOf, type Row, rowsOf, type RowsOf } from "./customer-rows.ts";

export type SaveCustomerState = RowsOf & {
  version: number;
  /** The database's clock when `version` was read; null leaves `synced_at` to the worker. */
  asOf: string | null;
  events: readonly NewEvent[];
  /** Made at Stripe: the worker still has to void and refund. */
  immediateCancellations: readonly {
    id: Id<"subscriptionRequest">;
    event: EventOf<"SubscriptionCancelled">;
  }[];
};

const ONE_OPEN_SUBSCRIPTION = "subscriptions_one_open_unique";

/**
 * One statement: a sync that read before another write finds another version and writes nothing, so each event is
 * written once and with its state.
 *
 * @returns false on a version conflict, or for the user's second open subscription
 */
export async function saveCustomerState(db: Db, input: SaveCustomerState): Promise<boolean> {
  const rows = rowsOf(input);
  const customerId = sql`saved.id`;
  try {
    return await hasRow(db)`with ${saveCustomer(input, rows.customers)},
      ${upsert("subscription", subscriptions, rows.subscriptions, { customer_id: customerId, user_id: sql`saved.user_id` })},
      ${deleteGoneItems(rows.subscription_items)},
      ${upsert("item", subscriptionItems, rows.subscription_items)},
      ${upsert("ordered", orders, rows.orders, { customer_id: customerId })},
      ${upsert("disputed", disputes, rows.disputes, { customer_id: customerId })},
      ${saveCancellations(input)},
      ${insertEventsWithPromises("event", input.events, { type: "customer", id: sql`saved.id` }, sql`from saved`)}
    select id from saved`;
  } catch (error) {
    if (constraintOf(error) === ONE_OPEN_SUBSCRIPTION) return false;
    throw error;
  }
}

/** CTE `saved`, which has a row for each of the others if the version is still the same. */
function saveCustomer({ customerId, version, asOf }: SaveCustomerState, rows: readonly Row[]): SQL {
  const set = columnsOf(rows).map((name) => {
    const column = sql.identifier(name);
    return name === "email"
      ? sql`email = case when old.email = ${ERASED_EMAIL} then old.email else given.email end`
      : sql`${column} = given.${column}`;
  });
  return sql`saved as (
    update ${customers} old set
      version = old.version + 1, synced_at = coalesce(${asOf}::timestamptz, old.synced_at), ${list(set)},
      -- Another visitor may use that browser next.
      guest_key = case when given.is_deleted or old.user_id is not null then null else old.guest_key end
    from ${recordsOf(customers, rows)} given
    where old.id = ${customerId} and old.version = ${version}::int
    returning old.id, old.user_id
  )`;
}

/** @param owner columns whose values come from `saved` */
function upsert(
  name: string,
  table: PgTable,
  rows: readonly Row[],
  owner: Readonly<Record<string, SQL>> = {},
): SQL {
  if (rows.length === 0) return sql`${sql.identifier(name)} as (select)`;
  const given = columnsOf(rows).map((column) => sql.identifier(column));
  const columns = [...Object.keys(owner).map((column) => sql.identifier(column)), ...given];
  const set = columns.map((column) =>
    LASTING_COLUMNS.includes(column.value)
      ? sql`${column} = old.${column} or excluded.${column}`
      : sql`${column} = excluded.${column}`,
  );
  return sql`${sql.identifier(name)} as (
    insert into ${table} as old (${list(columns)})
    select ${list([...Object.values(owner), ...given.map((column) => sql`given.${column}`)])}
    from saved, ${recordsOf(table, rows)} with ordinality given
    order by given.ordinality
    on conflict (id) do update set ${list(set)}
    where (${list(columns.map((column) => sql`old.${column}`))})
      is distinct from (${list(columns.map((column) => sql`excluded.${column}`))})
  )`;
}

function deleteGoneItems(rows: readonly Row[]): SQL {
  return sql`gone_item as (
    delete from ${subscriptionItems} item using saved, ${subscriptions} subscription
    where item.subscription_id = subscription.id and subscription.customer_id = saved.id
      and not exists (select from ${recordsOf(subscriptionItems, rows)} given where given.id = item.id)
  )`;
}

function columnsOf([row = {}]: readonly Row[]): string[] {
  return Object.keys(row);
}

function list(parts: readonly SQLWrapper[]): SQL {
  return sql.join([...parts], sql`, `);
}

function saveCancellations({ immediateCancellations }: SaveCustomerState): SQL {
  const rows = immediateCancellations.map(({ id, event }) => ({
    id,
    subscription_id: event.data.subscriptionId,
    monthly_pence: event.data.amountPence,
    requested_at: event.occurredAt,
  }));
  return sql`request as (
    insert into ${subscriptionRequests} (id, subscription_id, user_id, kind, monthly_pence, state, requested_at)
    select given.id, given.subscription_id, saved.user_id, 'cancel', given.monthly_pence, 'pending', given.requested_at
    from saved, ${recordsOf(subscriptionRequests, rows)} given
  )`;
}
