import { DrizzleQueryError, type SQL, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import * as z from "zod";

/** Neon over HTTP at the edge, a pool in the worker. */
export type Db = PgDatabase<PgQueryResultHKT>;

type Statement = Parameters<typeof sql>;

/**
 * Runs a statement and parses each row, because hand-written SQL is untyped: ``rowsOf(db, Row)`select …` ``. A column `due_at` becomes the
 * key `dueAt`; JSON in a column keeps its keys.
 *
 * @throws {z.ZodError} when a row has another shape
 */
export const rowsOf =
  <S extends z.ZodType>(db: Db, row: S) =>
  async (...statement: Statement): Promise<z.infer<S>[]> =>
    parseRows(await db.execute(sql(...statement)), row);

function parseRows<S extends z.ZodType>(result: unknown, row: S): z.infer<S>[] {
  // Both drivers return `{ rows }`; drizzle's common type does not say so.
  const { rows } = result as { rows: unknown[] };
  const schema = namedAsInSql(row);
  return rows.map((columns) => schema.parse(columns));
}

/** Reads the first row, or null when there is none. */
export const findRowOf =
  <S extends z.ZodType>(db: Db, row: S) =>
  async (...statement: Statement) =>
    (await rowsOf(db, row)(...statement))[0] ?? null;

/** Whether a statement returns a row. */
export const hasRow =
  (db: Db) =>
  async (...statement: Statement) =>
    (await rowsOf(db, z.unknown())(...statement)).length > 0;

/** Runs a statement that always returns one row, such as a select without a table. */
export const oneRowOf =
  <S extends z.ZodType>(db: Db, row: S) =>
  async (...statement: Statement) =>
    onlyOf(await rowsOf(db, row)(...statement));

/** Runs a statement of one column and parses each value. */
export const valuesOf =
  <S extends z.ZodType>(db: Db, value: S) =>
  async (...statement: Statement): Promise<z.infer<S>[]> => {
    const rows = await rowsOf(db, z.record(z.string(), z.unknown()))(...statement);
    return rows.map((row) => value.parse(Object.values(row)[0]));
  };

/** Reads the only column of the first row, or null when there is none. */
export const findValueOf =
  <S extends z.ZodType>(db: Db, value: S) =>
  async (...statement: Statement) =>
    (await valuesOf(db, value)(...statement))[0] ?? null;

/** As {@link findValueOf}, of a statement that always returns one row. */
export const oneValueOf =
  <S extends z.ZodType>(db: Db, value: S) =>
  async (...statement: Statement) =>
    onlyOf(await valuesOf(db, value)(...statement));

/** As {@link lastRowsOf}, of a last statement that always returns one row. */
export const lastRowOf = async <S extends z.ZodType>(db: Db, row: S, statements: readonly SQL[]) =>
  onlyOf(await lastRowsOf(db, row, statements));

function onlyOf<T>([only]: readonly T[]): T {
  if (only === undefined) throw new Error("Bug: a statement returned no row");
  return only;
}

/**
 * Runs the statements in one transaction, at the edge in one round trip. Each reads anew: what the locks of one waited for, the next one sees.
 *
 * @returns the rows of the last one
 */
export async function lastRowsOf<S extends z.ZodType>(
  db: Db | NeonDb,
  row: S,
  statements: readonly SQL[],
): Promise<z.infer<S>[]> {
  const results: unknown[] =
    "batch" in db
      ? await runBatch(db, statements)
      : await db.transaction(async (tx) => {
          const done: unknown[] = [];
          for (const statement of statements) done.push(await tx.execute(statement));
          return done;
        });
  return parseRows(results.at(-1), row);
}

/** Wraps the error of a batch as drizzle-orm 0.45.4 wraps that of a statement: `query-error.ts` reads both from the wrapper. */
async function runBatch(db: NeonDb, statements: readonly SQL[]): Promise<unknown[]> {
  try {
    return await db.batch(statements.map((statement) => db.execute(statement)));
  } catch (error) {
    throw new DrizzleQueryError("batch", [], error instanceof Error ? error : undefined);
  }
}

/** Neon over HTTP takes the statements of a transaction at once. */
type NeonDb = Db & { batch: (statements: readonly unknown[]) => Promise<unknown[]> };

/** The schema of a row whose keys are still the names of columns, such as one in JSON (`to_jsonb`). */
export function namedAsInSql<S extends z.ZodType>(row: S) {
  return z.preprocess(
    (columns) =>
      Object.fromEntries(
        Object.entries(columns as object).map(([name, value]) => [camelCase(name), value]),
      ),
    row,
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
