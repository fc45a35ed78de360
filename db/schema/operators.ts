import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";

/** What customers see of an operator. Goes when the operator's role is revoked; then their customers need another one. */
export const operators = pgTable("operators", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  /** For example "Monday to Friday, 9 am to 6 pm". */
  hours: text("hours").notNull(),
  /** E.164 */
  whatsApp: text("whats_app"),
  savedAt: timestamptz("saved_at").notNull(),
});
