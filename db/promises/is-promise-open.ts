import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise } from "./select-promises.ts";

export async function isPromiseOpen(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: promises.id })
    .from(promises)
    .where(and(eq(promises.id, id), isOpenPromise));
  return rows.length > 0;
}
