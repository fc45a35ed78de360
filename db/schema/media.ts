import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MediaRefusal, MediaState, MediaType } from "#contracts/content/media.ts";
import { timestamptz } from "./columns.ts";
import { businessId, posts, versionKey } from "./content.ts";

/** The material of a business. Its bytes are objects of R2 with keys `<id>/<file>`. */
export const media = pgTable(
  "media",
  {
    id: text("id").primaryKey(),
    businessId: businessId(),
    state: text("state").$type<MediaState>().notNull(),
    /** The file's name, which is shown and is no part of a key. */
    name: text("name").notNull(),
    bytes: integer("bytes").notNull(),
    /** Tells the file of an unfinished upload from others. */
    fingerprint: text("fingerprint").notNull(),
    /** R2's id of the upload in parts. */
    uploadId: text("upload_id"),
    /** The first bytes show it; null before they are here. */
    type: text("type").$type<MediaType>(),
    /** Hash of the original without metadata, in hex. */
    sha256: text("sha256"),
    /** Size of a picture or video, as it is shown. */
    width: integer("width"),
    height: integer("height"),
    /** Length of a video, rounded up. */
    seconds: integer("seconds"),
    /** A video's first frame has the renditions of a picture. */
    hasPoster: boolean("has_poster").notNull().default(false),
    refusal: text("refusal").$type<MediaRefusal>(),
    /** An operator's name; null for the user. */
    uploadedBy: text("uploaded_by"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    // Posts refer to it: their files belong to the same business.
    unique("media_business_unique").on(table.id, table.businessId),
    index("media_business_idx").on(table.businessId),
    uniqueIndex("media_unfinished_unique")
      .on(table.businessId, table.fingerprint)
      .where(sql`${table.state} = 'uploading'`),
    check("media_bytes_positive", sql`${table.bytes} > 0`),
    check(
      "media_state",
      sql`case ${table.state} when 'uploading' then true when 'checking' then ${table.type} is not null
        when 'ready' then ${table.type} is not null and coalesce(${table.sha256} ~ '^[0-9a-f]{64}$', false)
        when 'refused' then ${table.refusal} is not null else false end`,
    ),
  ],
);

/** R2's binding does not list the parts of an upload. */
export const uploadParts = pgTable(
  "upload_parts",
  {
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** From 1. */
    part: integer("part").notNull(),
    etag: text("etag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.part] })],
);

/** Deleted media whose objects are to be deleted; a trigger writes it, however the row went. */
export const removedMedia = pgTable("removed_media", {
  id: text("id").primaryKey(),
  uploadId: text("upload_id"),
  removedAt: timestamptz("removed_at").notNull(),
});

/** Pictures or the video of a version. Written with it, they never change: a trigger refuses it. */
export const postVersionMedia = pgTable(
  "post_version_media",
  {
    postId: text("post_id").notNull(),
    version: integer("version").notNull(),
    /** From 1. */
    position: integer("position").notNull(),
    mediaId: text("media_id").notNull(),
    /** Post and file belong to it. */
    businessId: text("business_id").notNull(),
    alt: text("alt").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version, table.position] }),
    unique("post_version_media_once").on(table.postId, table.version, table.mediaId),
    versionKey("post_version_media_version_fk", table),
    foreignKey({
      name: "post_version_media_post_fk",
      columns: [table.postId, table.businessId],
      foreignColumns: [posts.id, posts.businessId],
    }).onDelete("cascade"),
    // A file stays while a version has it.
    foreignKey({
      name: "post_version_media_media_fk",
      columns: [table.mediaId, table.businessId],
      foreignColumns: [media.id, media.businessId],
    }),
    index("post_version_media_media_idx").on(table.mediaId),
  ],
);
