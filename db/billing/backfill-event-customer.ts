import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { stripeEvents } from "#db/schema/billing.ts";

/** Back-fills `customer_id` on a Stripe event that came without one. */
export async function backfillEventCustomer(
  db: Db,
  input: { stripeEventId: string; customerId: string },
): Promise<void> {
  await db.execute(sql`update ${stripeEvents} set customer_id = ${input.customerId}
    where id = ${input.stripeEventId} and customer_id is null`);
}
