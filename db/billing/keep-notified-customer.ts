import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webhookEvents } from "#db/schema/billing.ts";

/** Keeps whose a notification is, of which the provider did not say so when it told us. */
export async function keepNotifiedCustomer(
  db: Db,
  input: { notificationId: string; customerId: string },
): Promise<void> {
  await db.execute(sql`update ${webhookEvents} set customer_id = ${input.customerId}
    where id = ${input.notificationId} and customer_id is null`);
}
