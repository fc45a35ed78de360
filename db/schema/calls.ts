import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";

/** Calls in the calendar, with whom we know: name and address stay at Calendly. Its webhooks come in any order. */
export const bookedCalls = pgTable(
  "booked_calls",
  {
    id: text("id").primaryKey(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** No foreign key, as below: null, or of a guest's customer. */
    customerId: text("customer_id"),
    /** The newest enquiry of somebody who is neither. */
    enquiryId: text("enquiry_id"),
    startsAt: timestamptz("starts_at").notNull(),
    /** Null while only the cancellation has come. */
    bookedAt: timestamptz("booked_at"),
    cancelledAt: timestamptz("cancelled_at"),
  },
  (table) => [
    check(
      "booked_calls_one_person",
      sql`num_nonnulls(${table.userId}, ${table.customerId}, ${table.enquiryId}) <= 1`,
    ),
    // Export and erasure, as the two below.
    index("booked_calls_user_idx").on(table.userId),
    index("booked_calls_customer_idx").on(table.customerId),
    index("booked_calls_enquiry_idx").on(table.enquiryId),
    // Clean-up by age.
    index("booked_calls_starts_idx").on(table.startsAt),
  ],
);
