import { sql, type SQLWrapper } from "drizzle-orm";
import { customType, check } from "drizzle-orm/pg-core";
import { Timestamp } from "../timestamps.ts";

/** Reads as ISO 8601 UTC. Drizzle's own `timestamp` reads `2026-11-20 23:13:00.123+00`, and to_jsonb a third form. */
export const timestamptz = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: (text) => Timestamp.parse(text),
});

/** Postgres fills this column when it inserts the row. */
export const madeAt = (name: string) =>
  timestamptz(name)
    .notNull()
    .default(sql`now()`);

/** Over Neon's HTTP it reads as text: queries of the edge encode it. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The database refuses a value that the column's list of values lacks. */
export const oneOf = (name: string, column: SQLWrapper, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);
