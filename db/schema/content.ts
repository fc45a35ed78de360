import { sql } from "drizzle-orm";
import {
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { BriefAnswers } from "#contracts/content/brief-answers.ts";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";

// Everything that we know of a business goes with its row.

/** Whom content is made for. */
export const businesses = pgTable("businesses", {
  id: text("id").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: timestamptz("created_at").notNull(),
});

const businessId = () =>
  text("business_id")
    .notNull()
    .references(() => businesses.id, { onDelete: "cascade" });

/** A submitted version never changes: a trigger refuses it (`brief-guards`). */
export const briefVersions = pgTable(
  "brief_versions",
  {
    businessId: businessId(),
    /** From 1. */
    version: integer("version").notNull(),
    /** Optimistic lock: counts the saves. */
    revision: integer("revision").notNull(),
    answers: jsonb("answers").$type<BriefAnswers>().notNull(),
    savedAt: timestamptz("saved_at").notNull(),
    submittedAt: timestamptz("submitted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.version] }),
    check("brief_versions_counts_positive", sql`${table.version} > 0 and ${table.revision} > 0`),
    uniqueIndex("brief_versions_unsubmitted_unique")
      .on(table.businessId)
      .where(sql`${table.submittedAt} is null`),
  ],
);

/** Further addresses that may approve content. */
export const approvers = pgTable(
  "approvers",
  {
    id: text("id").primaryKey(),
    businessId: businessId(),
    /** Lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    check("approvers_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("approvers_email_unique").on(table.businessId, table.email),
  ],
);
