import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { POST_FORMAT_KEYS, type PlatformTexts, type PostFormat } from "#contracts/content/posts.ts";
import { timestamptz, oneOf } from "./columns.ts";
import { businessId, posts, postVersions } from "./content.ts";
import { media } from "./media.ts";
import { operators } from "./operators.ts";

// Drafts have tables of their own, so that no query of a customer can find them.

/** What the team prepares: a new post, or the next version of one. Proposing it turns it into a version. */
export const postDrafts = pgTable(
  "post_drafts",
  {
    /** Becomes the id of a new post. */
    id: text("id").primaryKey(),
    businessId: businessId(),
    /** The proposed post that it changes; null for a new one. */
    postId: text("post_id").unique(),
    /** The version that the change began from. */
    baseVersion: integer("base_version"),
    baseHash: text("base_hash"),
    format: text("format").$type<PostFormat>().notNull().default("post"),
    text: text("text").notNull().default(""),
    texts: jsonb("texts").$type<PlatformTexts>(),
    firstComment: text("first_comment"),
    platforms: text("platforms").array().$type<Platform[]>().notNull(),
    /** London date and time, once they are known. */
    plannedOn: date("planned_on"),
    plannedTime: time("planned_time", { precision: 0 }),
    /** A note of the team to itself. */
    note: text("note").notNull().default(""),
    /** The operator who does it; null: the account manager. */
    assigneeId: uuid("assignee_id").references(() => operators.userId, { onDelete: "set null" }),
    /** Optimistic lock: counts the saves. */
    revision: integer("revision").notNull().default(1),
    savedAt: timestamptz("saved_at").notNull(),
    /** The operator's name. */
    savedBy: text("saved_by").notNull(),
    /** When an operator said that it may be proposed; a later save takes it back. */
    readyAt: timestamptz("ready_at"),
    /** The operator's name. */
    readyBy: text("ready_by"),
  },
  (table) => [
    // Its files are of the same business.
    unique("post_drafts_business_unique").on(table.id, table.businessId),
    foreignKey({
      name: "post_drafts_post_fk",
      columns: [table.postId, table.businessId],
      foreignColumns: [posts.id, posts.businessId],
    }).onDelete("cascade"),
    foreignKey({
      name: "post_drafts_base_fk",
      columns: [table.postId, table.baseVersion, table.baseHash],
      foreignColumns: [postVersions.postId, postVersions.version, postVersions.contentHash],
    }).onDelete("cascade"),
    index("post_drafts_sheet_idx").on(table.businessId, table.plannedOn, table.plannedTime),
    index("post_drafts_planned_idx").on(table.plannedOn, table.plannedTime, table.id),
    index("post_drafts_assignee_idx").on(table.assigneeId),
    check(
      "post_drafts_base_complete",
      sql`num_nonnulls(${table.postId}, ${table.baseVersion}, ${table.baseHash}) in (0, 3)`,
    ),
    oneOf("post_drafts_format_known", table.format, POST_FORMAT_KEYS),
    check("post_drafts_revision_positive", sql`${table.revision} > 0`),
    check("post_drafts_ready_by_whom", sql`num_nonnulls(${table.readyAt}, ${table.readyBy}) <> 1`),
  ],
);

/** Pictures or the video of a draft: one that a draft has cannot be removed. */
export const postDraftMedia = pgTable(
  "post_draft_media",
  {
    draftId: text("draft_id").notNull(),
    /** From 1. */
    position: integer("position").notNull(),
    mediaId: text("media_id").notNull(),
    /** Draft and file belong to it. */
    businessId: text("business_id").notNull(),
    alt: text("alt").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.position] }),
    unique("post_draft_media_once").on(table.draftId, table.mediaId),
    foreignKey({
      name: "post_draft_media_draft_fk",
      columns: [table.draftId, table.businessId],
      foreignColumns: [postDrafts.id, postDrafts.businessId],
    }).onDelete("cascade"),
    foreignKey({
      name: "post_draft_media_media_fk",
      columns: [table.mediaId, table.businessId],
      foreignColumns: [media.id, media.businessId],
    }),
    index("post_draft_media_media_idx").on(table.mediaId),
  ],
);
