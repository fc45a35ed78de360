import { sql } from "drizzle-orm";
import {
  check,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { PlatformFigures } from "#contracts/content/report-figures.ts";
import { timestamptz } from "./columns.ts";
import { businessId } from "./content.ts";

/** A published revision never changes: a trigger refuses it. A correction is the next revision. */
export const reports = pgTable(
  "reports",
  {
    id: text("id").primaryKey(),
    businessId: businessId(),
    /** Number of the period, from 1. */
    number: integer("number").notNull(),
    /** From 1. */
    revision: integer("revision").notNull(),
    /** Optimistic lock: counts the saves of a draft. */
    saves: integer("saves").notNull(),
    /** London dates, both inclusive. */
    fromDay: date("from_day").notNull(),
    untilDay: date("until_day").notNull(),
    words: text("words").notNull(),
    figures: jsonb("figures").$type<readonly PlatformFigures[]>().notNull(),
    /** The operator's name. */
    savedBy: text("saved_by").notNull(),
    publishedAt: timestamptz("published_at"),
  },
  (table) => [
    unique("reports_revision_unique").on(table.businessId, table.number, table.revision),
    uniqueIndex("reports_draft_unique")
      .on(table.businessId, table.number)
      .where(sql`${table.publishedAt} is null`),
    check(
      "reports_counts_positive",
      sql`${table.number} > 0 and ${table.revision} > 0 and ${table.saves} > 0`,
    ),
    check("reports_thirty_days", sql`${table.untilDay} = ${table.fromDay} + 29`),
    check("reports_published_words", sql`${table.publishedAt} is null or ${table.words} ~ '\\S'`),
  ],
);
