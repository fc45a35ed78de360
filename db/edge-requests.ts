import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { edgeRequests, type EdgeOutcome, type EdgeRoute } from "./schema/events.ts";

export function listEdgeRequests(db: Db): Promise<EdgeRequestCount[]> {
  return db.select().from(edgeRequests);
}

export type EdgeRequestCount = { route: EdgeRoute; outcome: EdgeOutcome; count: number };

/** After a lost response a repeat counts twice: they are figures, no money. */
export async function addEdgeRequests(db: Db, counts: readonly EdgeRequestCount[]): Promise<void> {
  // Rows are in order, so that two isolates do not deadlock.
  await db.execute(sql`insert into ${edgeRequests} as counted (route, outcome, count)
    select route, outcome, count from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as given(route text, outcome text, count bigint) order by route, outcome
    on conflict (route, outcome) do update set count = counted.count + excluded.count`);
}
