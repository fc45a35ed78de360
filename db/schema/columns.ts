import { timestamp } from "drizzle-orm/pg-core";

/**
 * UTC, read as text so that both drivers return the same value with microseconds: rounded, half
 * of what is due now would be due in the future.
 */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: "string" });
