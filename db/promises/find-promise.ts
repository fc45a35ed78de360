import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { selectPromises } from "./select-promises.ts";

export async function findPromise(db: Db, id: number) {
  const [row] = await selectPromises(db).where(eq(promises.id, id));
  return row ?? null;
}
