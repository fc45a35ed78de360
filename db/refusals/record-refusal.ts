import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type RefusalCause, refusals } from "#db/schema/events.ts";

/** @param at ISO 8601 */
export async function recordRefusal(db: Db, cause: RefusalCause, at: string): Promise<void> {
  await db
    .insert(refusals)
    .values({ cause, count: 1, lastAt: at })
    .onConflictDoUpdate({
      target: refusals.cause,
      set: { count: sql`${refusals.count} + 1`, lastAt: at },
    });
}
