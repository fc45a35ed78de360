import { and, eq, isNull } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

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
