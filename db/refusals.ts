import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { type RefusalCause, refusals } from "./schema/events.ts";

export function listRefusals(db: Db): Promise<{ cause: RefusalCause; count: number }[]> {
  return db.select({ cause: refusals.cause, count: refusals.count }).from(refusals);
}

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
