import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { opsAlerts } from "#db/schema/events.ts";
import { UNDELIVERED } from "./claim-alerts.ts";

/**
 * Releases alerts that no channel accepted, so that the next run claims them again, and records the time.
 *
 * @param at ISO 8601, as passed to `claimAlerts`
 */
export async function releaseAlerts(db: Db, causes: readonly string[], at: string): Promise<void> {
  await db.execute(
    sql`with released as (
      delete from ${opsAlerts}
      where alerted_at = ${at}::timestamptz
        and cause in (select jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb))
    )
    insert into ${opsAlerts} (cause, alerted_at) values (${UNDELIVERED}, ${at}::timestamptz)
    on conflict (cause) do update set alerted_at = excluded.alerted_at`,
  );
}
