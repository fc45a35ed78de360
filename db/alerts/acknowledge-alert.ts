import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { auditLog, opsAlerts } from "#db/schema/events.ts";

/**
 * Records who has an alert in hand, with an audit row.
 *
 * @param by the operator's name
 * @param at ISO 8601
 * @returns false when somebody else had it before, or it is over
 */
export async function acknowledgeAlert(
  db: Db,
  { cause, by, at }: { cause: string; by: string; at: string },
): Promise<boolean> {
  const actor = JSON.stringify({ kind: "ops", name: by });
  const rows = await rowsOf(
    db,
    sql`with acknowledged as (
      update ${opsAlerts} set acknowledged_by = ${by}, acknowledged_at = ${at}::timestamptz
      where cause = ${cause} and acknowledged_at is null and ended_at is null returning cause
    )
    insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
    select 'alert.acknowledged', ${actor}::jsonb, 'alert', cause, '{}', ${at}::timestamptz
    from acknowledged returning id`,
    z.object({ id: z.coerce.number() }),
  );
  return rows.length > 0;
}
