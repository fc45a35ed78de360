import { and, asc, eq, exists, gt, sql } from "drizzle-orm";
import type { DiscountState } from "#contracts/billing/stripe-state.ts";
import type { Db } from "#db/client.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";
import { accountEmail } from "./account-email-sql.ts";

type Subscription = {
  id: string;
  discounts: readonly DiscountState[];
  duplicateOf: string | null;
};

export type SavedCustomer = Awaited<ReturnType<typeof listSavedCustomers>>[number];

/**
 * Lists customers who ever had a subscription and are not deleted at Stripe, by id.
 *
 * @param after last id of the previous page
 */
export async function listSavedCustomers(
  db: Db,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .select({
      id: customers.id,
      version: customers.version,
      email: customers.email,
      setCards: customers.setCards,
      /** Null if any will do. */
      accountEmail: accountEmail().as("account_email"),
      subscriptions: sql<Subscription[]>`(
        select jsonb_agg(jsonb_build_object('id', saved.id, 'discounts', saved.discounts, 'duplicateOf', saved.duplicate_of))
        from ${subscriptions} saved where saved.customer_id = ${customers}.id
      )`.as("subscriptions"),
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
    .limit(limit);
}
