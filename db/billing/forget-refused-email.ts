import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

/** The account has another email, which Stripe may accept. */
export async function forgetRefusedEmail(db: Db, customerId: string): Promise<void> {
  await db
    .update(customers)
    .set({ isEmailRefused: false })
    .where(and(eq(customers.id, customerId), eq(customers.isEmailRefused, true)));
}
