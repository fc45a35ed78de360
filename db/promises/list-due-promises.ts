import { and, asc, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise, type PromiseRow, selectPromises } from "./select-promises.ts";

/**
 * Lists open promises that need a warning, or that were missed without an event.
 *
 * @param at ISO 8601
 */
export async function listDuePromises(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<PromiseRow[]> {
  const now = sql`${at}::timestamptz`;
  return selectPromises(db)
    .where(
      and(
        isOpenPromise,
        or(
          and(lte(promises.dueAt, now), isNull(promises.missedAt)),
          and(gt(promises.dueAt, now), lte(promises.warnAt, now), isNull(promises.warnedAt)),
        ),
      ),
    )
    .orderBy(asc(promises.dueAt))
    .limit(limit);
}
