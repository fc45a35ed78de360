import { sql, type SQLWrapper } from "drizzle-orm";
import { check } from "drizzle-orm/pg-core";

/** The database refuses a value that the column's list of values lacks. */
export const oneOf = (name: string, column: SQLWrapper, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);
