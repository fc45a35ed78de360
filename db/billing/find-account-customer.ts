import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

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
