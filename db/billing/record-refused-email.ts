import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers } from "#db/schema/billing.ts";

/** Stripe's customer keeps its email. The event, once per email, alerts the team. */
export async function recordRefusedEmail(
  db: Db,
  event: EventOf<"AccountEmailRefused">,
): Promise<void> {
  const { customerId } = event.data;
  await db.execute(sql`with refused as (
    update ${customers} set is_email_refused = true where id = ${customerId} and not is_email_refused
    returning id
  ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from refused`)}`);
}
