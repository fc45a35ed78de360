import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { paymentReminders } from "#db/schema/billing.ts";

/** One statement, so that a repeated check writes no second event. */
export async function recordPaymentReminder(
  db: Db,
  event: EventOf<"PaymentOverdue">,
): Promise<void> {
  const { customerId, orderId, day } = event.data;
  await db.execute(sql`with reminded as (
      insert into ${paymentReminders} (order_id, day) values (${orderId}, ${day}::int)
      on conflict do nothing returning order_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from reminded`)}`);
}
