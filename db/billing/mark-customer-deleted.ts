import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

export async function markCustomerDeleted(db: Db, id: string): Promise<void> {
  await db
    .update(customers)
    .set({ isDeleted: true, guestKey: null, version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id));
}
