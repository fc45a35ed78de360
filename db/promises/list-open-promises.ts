import { asc } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise, type PromiseRow, selectPromises } from "./select-promises.ts";

export async function listOpenPromises(db: Db, limit: number): Promise<PromiseRow[]> {
  return selectPromises(db).where(isOpenPromise).orderBy(asc(promises.dueAt)).limit(limit);
}
