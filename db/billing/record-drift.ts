import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { outboxEvents } from "#db/schema/events.ts";

/**
 * Records a drift, once per customer and check; its event causes a sync.
 *
 * @returns whether this check found none of the customer before
 */
export async function recordDrift(
  db: Db,
  event: EventOf<"BillingDriftFound">,
  { checkStartedAt }: { checkStartedAt: string },
): Promise<boolean> {
  const { customerId } = event.data;
  const rows = await rowsOf(
    db,
    sql`${insertEvent(
      event,
      { type: "customer", id: customerId },
      sql`from (values (1)) once where not exists (
        select from ${outboxEvents} earlier
        where earlier.aggregate_id = ${customerId} and earlier.type = 'BillingDriftFound'
          and earlier.occurred_at >= ${checkStartedAt}::timestamptz
      )`,
    )} returning id`,
    z.object({ id: z.string() }),
  );
  return rows.length > 0;
}
