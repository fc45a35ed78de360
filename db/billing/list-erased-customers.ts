import { and, eq } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

/** Ids of the customers that are still at Stripe, of an account whose nameless row stays. */
export async function listErasedCustomers(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.userId, userId),
        eq(customers.email, ERASED_EMAIL),
        eq(customers.isDeleted, false),
      ),
    );
  return rows.map(({ id }) => id);
}
