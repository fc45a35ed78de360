import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";
import { datedCards } from "#contracts/billing/card-set-last.ts";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { Drift } from "#contracts/events/billing.ts";
import { type Db, valuesOf } from "#db/client.ts";
import {
  customers,
  disputes,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import type { SavedCustomer } from "../billing/find-customers.ts";
import {
  type CustomerRows,
  LASTING_COLUMNS,
  recordsOf,
  type Row,
  rowsOf,
} from "./customer-rows.ts";

/** Stripe may give another address of a page or PDF with each reading; of emails `hasOtherEmail` decides. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["invoice_url", "credit_notes", "email"]);

/**
 * Compares the rows that a sync would save with the rows that are there, column by column.
 *
 * @returns `table.column` of each difference; none if another sync has saved the customer since it was listed
 */
export async function findDrifts(
  db: Db,
  saved: SavedCustomer,
  snapshot: StripeCustomerState,
  now: Date,
): Promise<Drift[]> {
  const rows = rowsOf({
    customerId: saved.id,
    snapshot,
    setCards: datedCards(snapshot, saved.setCards, now),
    duplicates: new Map(
      saved.subscriptions.flatMap(({ id, duplicateOf }) =>
        duplicateOf === null ? [] : [[id, duplicateOf]],
      ),
    ),
    endedUnpaid: new Set(),
  });
  const ofCustomer = sql`customer_id = ${saved.id}`;
  const found = await valuesOf(db, z.string())`select distinct name from (
    ${differences("customers", customers, rows, sql`id = ${saved.id}`)}
    union all ${differences("subscriptions", subscriptions, rows, ofCustomer)}
    union all ${differences(
      "subscription_items",
      subscriptionItems,
      rows,
      sql`subscription_id in (select id from ${subscriptions} where ${ofCustomer})`,
    )}
    union all ${differences("orders", orders, rows, ofCustomer)}
    union all ${differences("disputes", disputes, rows, ofCustomer)}
  ) difference where exists (
    select from ${customers} where id = ${saved.id} and version = ${saved.version}::int
  ) order by name`;
  const hasUncounted = snapshot.subscriptions.some(
    (subscription) => isOpen(subscription.status) && subscription.hasUncountedDiscount,
  );
  return [
    ...found,
    ...(hasOtherEmail(saved, snapshot) ? ["customers.email"] : []),
    ...(hasUncounted ? ["discounts"] : []),
  ];
}

/** A row that one side lacks differs in its id. */
function differences(
  name: keyof CustomerRows,
  table: PgTable,
  rows: CustomerRows,
  isTheirs: SQL,
): SQL {
  const given: readonly Row[] = rows[name];
  const columns = Object.keys(given[0] ?? {}).filter((column) => !NOT_COMPARED.has(column));
  return sql`select ${`${name}.`} || column_name as name
    from (select to_jsonb(old) as row from ${table} old where ${isTheirs}) saved
    full join (select to_jsonb(read) as row from ${recordsOf(table, given)} read) given
      on given.row->>'id' = saved.row->>'id'
    cross join lateral jsonb_array_elements_text(
      case when saved.row is null or given.row is null then '["id"]' else ${JSON.stringify(columns)}::jsonb end
    ) column_name
    where saved.row->column_name is distinct from given.row->column_name
      and not (saved.row->column_name = 'true' and ${JSON.stringify(LASTING_COLUMNS)}::jsonb ? column_name)`;
}

function hasOtherEmail(
  { email: saved, accountEmail }: SavedCustomer,
  { customer: { email, isDeleted } }: StripeCustomerState,
): boolean {
  if (saved === ERASED_EMAIL) return !isDeleted && email !== null;
  return email !== saved || (accountEmail !== null && email !== accountEmail);
}
