import { and, asc, eq, exists, gt, isNull, lte, notExists, sql, type SQL } from "drizzle-orm";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import type { DiscountState } from "#contracts/billing/stripe-state.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { accountManagerOf } from "../accounts/account-manager-sql.ts";
import { anyOf } from "../any-of.ts";
import { type Db, hasRow } from "../client.ts";
import { users } from "../schema/accounts.ts";
import { checkoutSessions, customers, orders, subscriptions } from "../schema/billing.ts";
import { briefVersions, businesses } from "../schema/content.ts";
import { accountEmail, customersOfPerson } from "./customers-sql.ts";
import { isPaid } from "./orders-sql.ts";

/** Finds the customer that was made for the account; null if it is deleted at Stripe. */
export async function findAccountCustomer(db: Db, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.userId, userId),
        eq(customers.origin, "account"),
        eq(customers.isDeleted, false),
      ),
    );
  return found?.id ?? null;
}

/** The email is the owning account's, else the customer's own. */
export async function listCustomerContacts(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: customers.id,
      email: sql<
        string | null
      >`coalesce(${users.email}, nullif(${customers.email}, ${ERASED_EMAIL}))`,
      receiptEmail: sql<string | null>`nullif(${customers.email}, ${ERASED_EMAIL})`,
      firstName: sql<string | null>`${users.userMetadata}->>'first_name'`,
      hasAccount: sql<boolean>`${users.id} is not null and ${users.deletedAt} is null`,
      /** The default, which pays for every subscription. */
      card: sql<{ brand: string; last4: string | null } | null>`(
        select json_build_object('brand', payment_method_brand, 'last4', payment_method_last4)
        from ${subscriptions} subscription
        where subscription.customer_id = ${customers}.id and is_open and payment_method_brand is not null
        order by created_at desc limit 1
      )`,
      hasBrief: sql<boolean>`exists (
        select from ${businesses} business join ${briefVersions} brief on brief.business_id = business.id
        where business.user_id = ${users}.id and brief.submitted_at is not null
      )`,
      accountManager: sql<AccountManager | null>`${accountManagerOf(sql`${users}.id`)}`,
      isErased: sql<boolean>`coalesce(${customers.email} = ${ERASED_EMAIL}, false)`,
    })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(anyOf(customers.id, ids));
}

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

/** Ids of guests' customers who opened a payment page, never bought and can pay at none now; the oldest first. */
export async function listUnusedCustomers(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const isNone = (
    table: typeof orders | typeof subscriptions | typeof checkoutSessions,
    condition?: SQL,
  ) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.customerId, customers.id), condition)),
    );
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        isNull(customers.userId),
        lte(
          customers.createdAt,
          sql`${now.toISOString()}::timestamptz - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'`,
        ),
        isNone(subscriptions),
        isNone(orders),
        isNone(checkoutSessions, gt(checkoutSessions.expiresAt, now.toISOString())),
      ),
    )
    .orderBy(asc(customers.createdAt), asc(customers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Ids of erased customers that the worker has not synced since: Stripe still has their names. */
export async function listErasedCustomers(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.email, ERASED_EMAIL),
        isNull(customers.syncedAt),
        eq(customers.isDeleted, false),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Whether the buyer of a subscription paid for an earlier one, with the same account or address. */
export async function isReturningCustomer(db: Db, subscriptionId: string): Promise<boolean> {
  return hasRow(db)`select earlier.id
    from ${subscriptions} own
    join ${subscriptions} earlier on earlier.created_at < own.created_at
    join ${orders} paid on paid.subscription_id = earlier.id and ${isPaid(sql`paid`)}
    where own.id = ${subscriptionId} and earlier.customer_id = any(
      ${customersOfPerson(sql`select customer_id from ${subscriptions} where id = ${subscriptionId}`)}
    )
    limit 1`;
}
