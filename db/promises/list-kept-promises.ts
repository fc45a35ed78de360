import { desc, gte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { type PromiseRow, selectPromises } from "./select-promises.ts";

/** @param since ISO 8601 */
export async function listKeptPromises(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<PromiseRow[]> {
  return selectPromises(db)
    .where(gte(promises.keptAt, sql`${since}::timestamptz`))
    .orderBy(desc(promises.keptAt))
    .limit(limit);
}
