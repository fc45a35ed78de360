import { and, asc, eq, exists, gt, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, orders, subscriptions } from "#db/schema/billing.ts";
import { selectSubscriptions, type SubscriptionRow } from "./subscription.ts";

type OrderRow = Pick<typeof orders.$inferSelect, "id" | "status" | "amountPence" | "refundedPence">;

export type SavedCustomerRow = Pick<typeof customers.$inferSelect, "id" | "email" | "isDeleted"> & {
  orders: OrderRow[];
  subscriptions: SubscriptionRow[];
};

/**
 * Lists customers who ever had a subscription, by id.
 *
 * @param after last id of the previous page
 */
export async function listCustomers(
  db: Db,
  after: string,
  limit: number,
): Promise<SavedCustomerRow[]> {
  const page = db
    .select({
      id: customers.id,
      email: customers.email,
      isDeleted: customers.isDeleted,
      orders: sql<OrderRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', saved.id, 'status', saved.status,
          'amountPence', saved.amount_pence, 'refundedPence', saved.refunded_pence))
        from ${orders} saved where saved.customer_id = ${customers}.id
      ), '[]')`.as("orders"),
    })
    .from(customers)
    .where(
      and(
        gt(customers.id, after),
        exists(
          db
            .select({ one: sql`1` })
            .from(subscriptions)
            // The second condition follows from the page's, and spares the index entries of
            // earlier pages.
            .where(
              and(eq(subscriptions.customerId, customers.id), gt(subscriptions.customerId, after)),
            ),
        ),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(limit)
    .as("page");
  const own = selectSubscriptions(db).as("own");
  const rows = await db
    .select()
    .from(page)
    .innerJoin(own, eq(own.customerId, page.id))
    .orderBy(asc(page.id), asc(own.id));
  const listed = new Map<string, SavedCustomerRow>();
  for (const { page: customer, own: subscription } of rows) {
    const known = listed.get(customer.id);
    if (known === undefined)
      listed.set(customer.id, { ...customer, subscriptions: [subscription] });
    else known.subscriptions.push(subscription);
  }
  return [...listed.values()];
}

const Known = z.object({ subscription_id: z.string(), customer_id: z.nullable(z.string()) });

/** @returns `customerId` null for a customer that is not ours */
export async function findUnknownSubscriptions(
  db: Db,
  given: readonly { subscriptionId: string; customerId: string }[],
): Promise<{ subscriptionId: string; customerId: string | null }[]> {
  const rows = await rowsOf(
    db,
    sql`select given.subscription_id, customer.id as customer_id
      from unnest(
        ${sql.param(given.map((row) => row.subscriptionId))}::text[], ${sql.param(given.map((row) => row.customerId))}::text[]
      ) as given(subscription_id, customer_id)
      left join ${customers} customer on customer.id = given.customer_id
      where not exists (select from ${subscriptions} subscription where subscription.id = given.subscription_id)`,
    Known,
  );
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
  }));
}
