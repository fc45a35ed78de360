import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { SQL } from "drizzle-orm";
import type { z } from "zod";

/**
 * The database as every query and verb sees it: Neon over HTTP at the edge, a pool of connections in the
 * worker. Neon over HTTP has no interactive transaction, so a verb is one statement.
 */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * Runs one statement and checks each row against a schema: SQL written by hand is as untyped as any input.
 *
 * @returns the rows, parsed
 * @throws {z.ZodError} when a row has another shape than the code expects
 */
export async function rowsOf<S extends z.ZodType>(
  db: Db,
  statement: SQL,
  row: S,
): Promise<z.infer<S>[]> {
  // Both drivers answer `{ rows }`, but drizzle's common type leaves the result open.
  const result: unknown = await db.execute(statement);
  const { rows } = result as { rows: unknown[] };
  return rows.map((value) => row.parse(value));
}
