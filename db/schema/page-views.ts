import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PagePath } from "#contracts/api/page-views.ts";

/**
 * How often visitors opened a page on a UTC day, by the site's script: bots without script do not count. Nothing here is
 * about one visitor.
 */
export const pageViews = pgTable(
  "page_views",
  {
    day: date("day", { mode: "string" }).notNull(),
    path: text("path").$type<PagePath>().notNull(),
    views: integer("views").notNull(),
    /** Views of visitors who came from outside the site, Stripe's page included. */
    visits: integer("visits").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.path] }),
    check("page_views_counted", sql`${table.visits} between 0 and ${table.views}`),
  ],
);
