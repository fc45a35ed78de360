import type { GetColumnData } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";

type Columns = Record<string, PgColumn>;
type RowOf<C extends Columns> = { [K in keyof C]: GetColumnData<C[K]> };

/** Reads a row in JSON (`to_jsonb`) as drizzle reads the same columns in a select. */
export function fromJson<C extends Columns>(
  columns: C,
  json: Readonly<Record<string, unknown>>,
): RowOf<C> {
  const entries = Object.entries(columns).map(([key, column]) => {
    const value = json[column.name];
    if (value === undefined) throw new Error(`The JSON of a row lacks ${column.name}`);
    return [key, value === null ? null : column.mapFromDriverValue(value)] as const;
  });
  // The keys are those of `columns`, which the type of `Object.fromEntries` forgets.
  return Object.fromEntries(entries) as RowOf<C>;
}

/** The schema of {@link fromJson}, for statements that return rows of CTEs as JSON. */
export function jsonRow<C extends Columns>(columns: C) {
  return z.record(z.string(), z.unknown()).transform((json) => fromJson(columns, json));
}
