import { and, asc, eq, exists, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, disputes, orders, subscriptions } from "#db/schema/billing.ts";
import { accountEmail } from "./account-email-sql.ts";
import { selectSubscriptions, type SubscriptionRow } from "./select-subscriptions.ts";

type OrderRow = Pick<typeof orders.$inferSelect, "id" | "status" | "amountPence" | "refundedPence">;

type DisputeRow = Pick<typeof disputes.$inferSelect, "id" | "status">;

export type SavedCustomerRow = Pick<
  typeof customers.$inferSelect,
  "id" | "email" | "isDeleted" | "balancePence"
> & {
  accountEmail: string | null;
  orders: OrderRow[];
  disputes: DisputeRow[];
  subscriptions: SubscriptionRow[];
};

/**
 * Lists customers who ever had a subscription and are not deleted at Stripe, by id.
 *
 * @param after last id of the previous page
 */
export async function listSavedCustomers(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<SavedCustomerRow[]> {
  const page = db
    .select({
      id: customers.id,
      email: customers.email,
      isDeleted: customers.isDeleted,
      accountEmail: accountEmail().as("account_email"),
      balancePence: customers.balancePence,
      orders: sql<OrderRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', saved.id, 'status', saved.status,
          'amountPence', saved.amount_pence, 'refundedPence', saved.refunded_pence))
        from ${orders} saved where saved.customer_id = ${customers}.id
      ), '[]')`.as("orders"),
      disputes: sql<DisputeRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', saved.id, 'status', saved.status))
        from ${disputes} saved where saved.customer_id = ${customers}.id
      ), '[]')`.as("disputes"),
    })
    .from(customers)
    .where(
      and(
        gt(customers.id, after),
        eq(customers.isDeleted, false),
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
    const row = listed.get(customer.id) ?? { ...customer, subscriptions: [] };
    row.subscriptions.push(subscription);
    listed.set(customer.id, row);
  }
  return [...listed.values()];
}
