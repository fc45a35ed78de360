import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns.ts";
import { approvers, businessId, versionKey } from "./content.ts";

/**
 * Links of emails that let one approver decide about posts without signing in. An approver's links go with the approver; a
 * trigger deletes an owner's when their email changes.
 */
export const approvalLinks = pgTable(
  "approval_links",
  {
    id: text("id").primaryKey(),
    businessId: businessId(),
    /** Null: the owner. */
    approverId: text("approver_id").references(() => approvers.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    /** The event that opened it; an event opens one link for each reader. */
    eventId: text("event_id").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    /** When its email is due: later than `created_at` when the approver had another one just before. */
    mailDueAt: timestamptz("mail_due_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    /** When a fresh email was last asked for on the page of this link. */
    renewedAt: timestamptz("renewed_at"),
  },
  (table) => [
    unique("approval_links_event_unique").on(table.eventId, table.approverId).nullsNotDistinct(),
    index("approval_links_business_idx").on(table.businessId, table.mailDueAt),
    index("approval_links_approver_idx").on(table.approverId),
    // The nightly deletion.
    index("approval_links_expires_at_idx").on(table.expiresAt),
    check("approval_links_token_hash_hex", sql`${table.tokenHash} ~ '^[0-9a-f]{64}$'`),
    check("approval_links_expires_later", sql`${table.expiresAt} > ${table.mailDueAt}`),
  ],
);

/** The versions that a link decides about. */
export const approvalLinkPosts = pgTable(
  "approval_link_posts",
  {
    linkId: text("link_id")
      .notNull()
      .references(() => approvalLinks.id, { onDelete: "cascade" }),
    postId: text("post_id").notNull(),
    version: integer("version").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.postId] }),
    index("approval_link_posts_post_idx").on(table.postId, table.version),
    versionKey("approval_link_posts_version_fk", table),
  ],
);
