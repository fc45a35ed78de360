import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";

/** A timestamptz of either driver (`2026-11-20 23:13:00.123+00`), parsed to ISO 8601 UTC. */
export const Timestamp = z.string().transform((text, context) => {
  const date = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
  if (Number.isNaN(date.getTime())) {
    context.addIssue({ code: "custom", message: "not a timestamp" });
    return z.NEVER;
  }
  return date.toISOString();
});

/** Selects a timestamptz column as ISO 8601 UTC. */
export function isoTimestamp<C extends PgColumn>(column: C): SQL<GetColumnData<C>> {
  // drizzle's `mapWith` leaves null alone, which its type does not say.
  return sql`${column}`.mapWith((text: string) => Timestamp.parse(text)) as SQL<GetColumnData<C>>;
}
