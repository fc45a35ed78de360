import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";

/** Records a drift; its event causes a sync. */
export async function recordDrift(db: Db, event: EventOf<"BillingDriftFound">): Promise<void> {
  await db.execute(
    insertEvent(
      event,
      { type: "customer", id: event.data.customerId },
      sql`from (values (1)) once`,
    ),
  );
}
