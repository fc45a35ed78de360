import { timestamp } from "drizzle-orm/pg-core";

/**
 * A moment in UTC, read as text so that both drivers give the same value. It keeps the microseconds of `now()`:
 * a column that rounds them makes half of what is due now due in the future.
 */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: "string" });
