import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { priceChanges } from "#db/schema/billing.ts";

/** One statement, so that a repeat writes no second event. */
export async function recordPriceChange(
  db: Db,
  event: EventOf<"PriceChangeAnnounced">,
  changes: readonly { from: string; stripePriceId: string; pence: number }[],
): Promise<void> {
  const { customerId, subscriptionId } = event.data;
  await db.execute(sql`with announced as (
      insert into ${priceChanges} (subscription_id, from_stripe_price_id, stripe_price_id, amount_pence, announced_at)
      select ${subscriptionId}, given."from", given."stripePriceId", given.pence, ${event.occurredAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given("from" text, "stripePriceId" text, pence integer)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from (select distinct subscription_id from announced) once`)}`);
}
