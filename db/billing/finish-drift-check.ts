import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { type DriftCheck, driftChecks } from "#db/schema/billing.ts";

/** Finishes a check with its event, once: the step has to be the one that was read. */
export async function finishDriftCheck(
  db: Db,
  { kind, step }: Pick<DriftCheck, "kind" | "step">,
  event: EventOf<"BillingChecked">,
): Promise<void> {
  await db.execute(
    sql`with finished as (
      update ${driftChecks} set step = step + 1, finished_at = ${event.occurredAt}::timestamptz, busy_until = null
      where kind = ${kind} and step = ${step}::int and finished_at is null returning kind
    ) ${insertEvent(event, { type: "billing", id: "check" }, sql`from finished`)}`,
  );
}
