import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { type PromiseRow, selectPromises } from "./select-promises.ts";

export async function listPromisesOfEvent(db: Db, eventId: string): Promise<PromiseRow[]> {
  return selectPromises(db).where(eq(promises.startedByEvent, eventId)).orderBy(promises.id);
}
