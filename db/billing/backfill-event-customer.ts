import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { stripeEvents } from "#db/schema/billing.ts";

/** Keeps whose a notification is, of which the provider did not say so when it told us. */
export async function backfillEventCustomer(
  db: Db,
  input: { stripeEventId: string; customerId: string },
): Promise<void> {
  await db.execute(sql`update ${stripeEvents} set customer_id = ${input.customerId}
    where id = ${input.stripeEventId} and customer_id is null`);
}
