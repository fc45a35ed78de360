import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { NamedPromise, selectNamedPromises } from "./named-promises-sql.ts";

/** Lists those of some promises that are still open, the first due first. */
export async function listNamedPromises(db: Db, ids: readonly number[]): Promise<NamedPromise[]> {
  return rowsOf(
    db,
    selectNamedPromises(sql`promise.id = any(${sql.param([...ids])}::bigint[])`),
    NamedPromise,
  );
}
