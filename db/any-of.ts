import { type Column, type SQL, sql } from "drizzle-orm";

/** The values are one parameter, so that lists of any length are one statement. */
export function anyOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
