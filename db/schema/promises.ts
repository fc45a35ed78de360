import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { PromiseRuleId } from "#contracts/events/promises.ts";
import { timestamptz } from "./columns.ts";

/**
 * Promises to customers, with due times; `contracts/promises.ts` has the rules. The statement of an event writes its promises, a schedule
 * those of reports.
 */
export const promises = pgTable(
  "promises",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    rule: text("rule").$type<PromiseRuleId>().notNull(),
    /** An enquiry, subscription or post. */
    subjectId: text("subject_id").notNull(),
    /** No foreign key: events are deleted earlier. Null for a report. */
    startedByEvent: text("started_by_event"),
    startedAt: timestamptz("started_at").notNull(),
    /** A changed rule changes later promises only. */
    dueAt: timestamptz("due_at").notNull(),
    warnAt: timestamptz("warn_at").notNull(),
    warnedAt: timestamptz("warned_at"),
    /** Stays when the promise is kept late. */
    missedAt: timestamptz("missed_at"),
    keptByEvent: text("kept_by_event"),
    keptAt: timestamptz("kept_at"),
    /** The operator's name; null when nobody of the team acted. */
    keptBy: text("kept_by"),
    /** Null when an operator released it. */
    releasedByEvent: text("released_by_event"),
    /** The operator's; null when an event released it. */
    releasedReason: text("released_reason"),
    releasedAt: timestamptz("released_at"),
  },
  (table) => [
    check(
      "promises_kept_by_event",
      sql`(${table.keptAt} is null) = (${table.keptByEvent} is null)`,
    ),
    check(
      "promises_released_by_one",
      sql`num_nonnulls(${table.releasedByEvent}, ${table.releasedReason}) = num_nonnulls(${table.releasedAt})`,
    ),
    check("promises_ended_once", sql`${table.keptAt} is null or ${table.releasedAt} is null`),
    check("promises_missed_when_due", sql`${table.missedAt} >= ${table.dueAt}`),
    // An event may start one for each of its posts.
    uniqueIndex("promises_event_unique").on(table.startedByEvent, table.rule, table.subjectId),
    uniqueIndex("promises_report_unique")
      .on(table.subjectId, table.rule, table.dueAt)
      .where(sql`${table.startedByEvent} is null`),
    uniqueIndex("promises_one_open_unique")
      .on(table.subjectId, table.rule)
      .where(sql`${table.keptAt} is null and ${table.releasedAt} is null`),
    // The schedule, and the open ones at the ops console.
    index("promises_open_idx")
      .on(table.dueAt)
      .where(sql`${table.keptAt} is null and ${table.releasedAt} is null`),
    index("promises_kept_idx")
      .on(table.keptAt)
      .where(sql`${table.keptAt} is not null`),
    // Figures and clean-up.
    index("promises_started_idx").on(table.startedAt),
    // The customer's dashboard.
    index("promises_subject_idx").on(table.subjectId),
  ],
);
