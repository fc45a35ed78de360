import { type SQL, sql } from "drizzle-orm";
import type { Metadata } from "#db/schema/accounts.ts";

/** In `changes`, null removes a key. */
export function mergedMetadata(column: SQL, changes: Metadata): SQL {
  const removed = Object.entries(changes)
    .filter(([, value]) => value === null)
    .map(([key]) => key);
  return sql`(${column} || ${JSON.stringify(changes)}::jsonb) - ${sql.param(removed)}::text[]`;
}
