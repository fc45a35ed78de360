import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { opsAlerts } from "#db/schema/events.ts";
import { LASTING_CAUSES } from "./alert-cause.ts";

/** Condition on a row of `ops_alerts`: it lasts, and is not over. */
export const isOpenAlert = sql`(ended_at is null and since is not null
  and split_part(cause, ':', 1) = any(${sql.param([...LASTING_CAUSES])}::text[]))`;

/** Counts those that are not over, by kind. */
export async function countOpenAlerts(db: Db): Promise<{ kind: string; count: number }[]> {
  return rowsOf(db, z.object({ kind: z.string(), count: z.int() }))`
    select split_part(cause, ':', 1) as kind, count(*)::int from ${opsAlerts} where ${isOpenAlert} group by 1`;
}
