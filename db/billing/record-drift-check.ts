import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";

export async function recordDriftCheck(db: Db, event: EventOf<"BillingChecked">): Promise<void> {
  await db.execute(
    insertEvent(event, { type: "billing", id: "check" }, sql`from (values (1)) once`),
  );
}
