import { and, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise } from "./select-promises.ts";

export async function countLatePromises(db: Db): Promise<number> {
  return db.$count(promises, and(isOpenPromise, lte(promises.dueAt, sql`now()`)));
}
