import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { cardExpiryNotices } from "#db/schema/billing.ts";

/** One statement, so that a repeated check writes no second event. */
export async function recordCardExpiryNotice(
  db: Db,
  event: EventOf<"CardExpiring">,
): Promise<void> {
  const { customerId, subscriptionId, expYear, expMonth } = event.data;
  await db.execute(sql`with noticed as (
      insert into ${cardExpiryNotices} (subscription_id, exp_year, exp_month)
      values (${subscriptionId}, ${expYear}::int, ${expMonth}::int)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from noticed`)}`);
}
