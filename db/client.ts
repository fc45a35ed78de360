import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { SQL } from "drizzle-orm";
import type * as z from "zod";

/** Neon over HTTP at the edge, a pool in the worker. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * Parses each row, because hand-written SQL is untyped.
 *
 * @throws {z.ZodError} when a row has another shape
 */
export async function rowsOf<S extends z.ZodType>(
  db: Db,
  statement: SQL,
  row: S,
): Promise<z.infer<S>[]> {
  // Both drivers return `{ rows }`; drizzle's common type does not say so.
  const result: unknown = await db.execute(statement);
  const { rows } = result as { rows: unknown[] };
  return rows.map((value) => row.parse(value));
}

/** Runs a statement that always returns one row, such as a select without a table. */
export async function oneRowOf<S extends z.ZodType>(
  db: Db,
  statement: SQL,
  row: S,
): Promise<z.infer<S>> {
  const [only] = await rowsOf(db, statement, row);
  if (only === undefined) throw new Error("Bug: a statement returned no row");
  return only;
}
