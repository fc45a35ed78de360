import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { renewalNotices } from "#db/schema/billing.ts";

/** One statement, so that a repeat writes no second event: Stripe's upcoming invoice has no id. */
export async function recordRenewalNotice(
  db: Db,
  event: EventOf<"RenewalAnnounced">,
): Promise<void> {
  const { customerId, subscriptionId, periodEnd } = event.data;
  await db.execute(sql`with noticed as (
      insert into ${renewalNotices} (subscription_id, period_end)
      values (${subscriptionId}, ${periodEnd}::timestamptz)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from noticed`)}`);
}
