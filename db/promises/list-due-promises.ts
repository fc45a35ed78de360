import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { selectNamedPromises } from "./named-promises-sql.ts";

const Row = z.object({ id: z.int(), managerId: z.nullable(z.string()) });
export type DuePromise = z.infer<typeof Row>;

/**
 * Lists open promises that need a warning, or that were missed without an event.
 *
 * @param at ISO 8601
 */
export async function listDuePromises(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<DuePromise[]> {
  const now = sql`${at}::timestamptz`;
  const isDue = sql`(promise.due_at <= ${now} and promise.missed_at is null
      or promise.due_at > ${now} and promise.warn_at <= ${now} and promise.warned_at is null)`;
  return rowsOf(db, sql`${selectNamedPromises(isDue)} limit ${limit}::int`, Row);
}
