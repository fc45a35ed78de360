import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { PHOTO_BYTES_MAX } from "#contracts/content/photo.ts";
import { users } from "./accounts.ts";
import { bytea, timestamptz } from "./columns.ts";

/** Profiles that customers see. Deleted with the operator's role; their customers then need another account manager. */
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

/** A small JPEG; a new one has a new id, so that its public address may be cached. */
export const operatorPhotos = pgTable(
  "operator_photos",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => operators.userId, { onDelete: "cascade" }),
    /** The public address of the photo holds this id, so it is random. */
    id: text("id").notNull().unique(),
    bytes: bytea("bytes").notNull(),
  },
  (table) => [
    check(
      "operator_photos_bytes_small",
      sql`octet_length(${table.bytes}) between 1 and ${sql.raw(String(PHOTO_BYTES_MAX))}`,
    ),
  ],
);
