import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { CommentAuthor } from "#contracts/content/posts.ts";
import { timestamptz } from "./columns.ts";
import { versionKey } from "./content.ts";

/** Comments of customers and operators on a post. Customers read all of them. */
export const postComments = pgTable(
  "post_comments",
  {
    id: text("id").primaryKey(),
    postId: text("post_id").notNull(),
    /** The version that the author had seen. */
    version: integer("version").notNull(),
    author: text("author").$type<CommentAuthor>().notNull(),
    /** As it was then. Null for the user, and for an operator without a name for customers. */
    authorName: text("author_name"),
    text: text("text").notNull(),
    /** Made by the page, so that a comment that is sent twice is written once. */
    clientKey: uuid("client_key").notNull(),
    writtenAt: timestamptz("written_at").notNull(),
    /** The event that mailed it, or the answer that came earlier. No foreign key: events are deleted earlier. */
    announcedEventId: text("announced_event_id"),
    /** When an operator hid it from the customer's side. */
    hiddenAt: timestamptz("hidden_at"),
  },
  (table) => [
    // A page of a thread.
    index("post_comments_thread_idx").on(table.postId, table.writtenAt, table.id),
    unique("post_comments_client_key_unique").on(table.postId, table.clientKey),
    versionKey("post_comments_version_fk", table),
    check(
      "post_comments_author_known",
      sql`case ${table.author} when 'user' then ${table.authorName} is null
        when 'approver' then ${table.authorName} is not null when 'operator' then true else false end`,
    ),
    // This index also finds comments without an event, which are still to be mailed.
    index("post_comments_announced_event_idx").on(table.announcedEventId, table.writtenAt),
    // The ops console lists those that wait for an answer.
    index("post_comments_customers_idx")
      .on(table.writtenAt)
      .where(sql`${table.author} <> 'operator'`),
  ],
);
