import { timestamp } from "drizzle-orm/pg-core";

/** A moment in UTC, read and written as an ISO 8601 text so that both drivers give the same value. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: "string", precision: 3 });
