import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { StoredConversion } from "#contracts/api/conversion.ts";
import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { timestamptz } from "./columns.ts";
import { mailboxOf } from "./mailbox.ts";

/** Enquiries, as the wire names them. The only table with a visitor's words. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    id: text("id").primaryKey(),
    idempotencyKey: uuid("idempotency_key").notNull().unique(),
    /** Unused: the edge before this release writes it while a deploy runs. To be dropped in the next. */
    requestHash: text("request_hash").notNull().default(""),
    formType: text("form_type").$type<FormType>().notNull(),
    email: text("email").notNull(),
    payload: jsonb("payload").$type<StoredForm>().notNull(),
    /** For Meta; null without consent. */
    conversion: jsonb("conversion").$type<StoredConversion>(),
    /** One enquiry of a mailbox and UTC day gets an auto-reply. */
    autoReplyClaimed: boolean("auto_reply_claimed").notNull().default(false),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    // Erased enquiries of a day share one address.
    uniqueIndex("form_submissions_auto_reply_unique")
      .on(mailboxOf(table.email), sql`((${table.createdAt} at time zone 'UTC')::date)`)
      .where(sql`${table.autoReplyClaimed} and ${table.email} <> 'erased@invalid'`),
    // Search by email at the ops console.
    index("form_submissions_email_idx").on(sql`lower(${table.email})`),
    // Clean-up by age.
    index("form_submissions_created_idx").on(table.createdAt),
    index("form_submissions_conversion_idx")
      .on(table.createdAt)
      .where(sql`${table.conversion} is not null`),
    // The list of customers at the ops console.
    index("form_submissions_trial_idx")
      .on(table.createdAt, table.id)
      .where(sql`${table.formType} = 'free-trial'`),
    // Search by name at the ops console.
    index("form_submissions_name_idx").on(
      sql`lower((${table.payload}->>'first_name') || ' ' || (${table.payload}->>'last_name')) text_pattern_ops`,
    ),
    index("form_submissions_last_name_idx").on(
      sql`lower(${table.payload}->>'last_name') text_pattern_ops`,
    ),
    index("form_submissions_company_idx").using(
      "gin",
      sql`to_tsvector('simple', ${table.payload}->>'company')`,
    ),
  ],
);
