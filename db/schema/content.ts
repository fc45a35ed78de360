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
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import type { BriefAnswers, Platform } from "#contracts/content/brief-answers.ts";
import {
  type DecisionWay,
  POST_FORMAT_KEYS,
  type PlatformTexts,
  type PostDecision,
  type PostFormat,
} from "#contracts/content/posts.ts";
import { REMINDER_KINDS, type ReminderKind } from "#contracts/content/reminders.ts";
import { users } from "./accounts.ts";
import { timestamptz, oneOf } from "./columns.ts";
import { formSubmissions } from "./enquiries.ts";
import { operators } from "./operators.ts";

// Everything that we know of a business goes with its row.

/** One for each user with content, and for each free-trial enquiry. */
export const businesses = pgTable(
  "businesses",
  {
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The free-trial enquiry of a business without an account. */
    enquiryId: text("enquiry_id")
      .unique()
      .references(() => formSubmissions.id, { onDelete: "cascade" }),
    accountManagerId: uuid("account_manager_id").references(() => operators.userId, {
      onDelete: "set null",
    }),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("businesses_account_manager_idx").on(table.accountManagerId),
    check("businesses_one_owner", sql`num_nonnulls(${table.userId}, ${table.enquiryId}) = 1`),
  ],
);

export const businessId = () =>
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
    // Search by the business's name at the ops console.
    index("brief_versions_name_idx").using(
      "gin",
      sql`to_tsvector('simple', ${table.answers}->>'businessName')`,
    ),
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

/** One planned publication. Its state follows from the decision on its version and from its publications: `postState`. */
export const posts = pgTable(
  "posts",
  {
    id: text("id").primaryKey(),
    businessId: businessId(),
    /** The newest version; a guard refers to its row. */
    version: integer("version").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    withdrawnAt: timestamptz("withdrawn_at"),
    /** When an operator left out the platforms that have no live address. */
    restLeftOutAt: timestamptz("rest_left_out_at"),
    /** A note of the team to itself. */
    note: text("note").notNull().default(""),
    /** The operator who does it; null: the account manager. */
    assigneeId: uuid("assignee_id").references(() => operators.userId, { onDelete: "set null" }),
  },
  (table) => [
    // Publications refer to it: a published post gets no newer version.
    unique("posts_version_unique").on(table.id, table.version),
    // Its files are of the same business.
    unique("posts_business_unique").on(table.id, table.businessId),
    index("posts_business_idx").on(table.businessId),
    index("posts_assignee_idx").on(table.assigneeId),
  ],
);

/** Proposed versions. A trigger refuses every change. */
export const postVersions = pgTable(
  "post_versions",
  {
    postId: text("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** From 1. */
    version: integer("version").notNull(),
    format: text("format").$type<PostFormat>().notNull().default("post"),
    text: text("text").notNull(),
    /** Where another text is published than `text`; null: nowhere. */
    texts: jsonb("texts").$type<PlatformTexts>(),
    firstComment: text("first_comment"),
    platforms: text("platforms").array().$type<Platform[]>().notNull(),
    /** London date and time: a post at 18:00 stays at 18:00 when clocks change. */
    plannedOn: date("planned_on").notNull(),
    plannedTime: time("planned_time", { precision: 0 }).notNull(),
    /** SHA-256 of `canonicalPost`, in hex. */
    contentHash: text("content_hash").notNull(),
    proposedAt: timestamptz("proposed_at").notNull(),
    /** The operator's name. */
    proposedBy: text("proposed_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version] }),
    unique("post_versions_content_unique").on(table.postId, table.version, table.contentHash),
    // The ops console lists what has to be published next, page by page.
    index("post_versions_planned_idx").on(table.plannedOn, table.plannedTime, table.postId),
    oneOf("post_versions_format_known", table.format, POST_FORMAT_KEYS),
    check("post_versions_version_positive", sql`${table.version} > 0`),
    check("post_versions_platforms_some", sql`cardinality(${table.platforms}) > 0`),
    check("post_versions_content_hash_hex", sql`${table.contentHash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** PostgreSQL deletes a row about one version together with the version. */
export const versionKey = (name: string, table: Record<"postId" | "version", AnyPgColumn>) =>
  foreignKey({
    name,
    columns: [table.postId, table.version],
    foreignColumns: [postVersions.postId, postVersions.version],
  }).onDelete("cascade");

/** The customer's answer to one version: the first one stands. */
export const postDecisions = pgTable(
  "post_decisions",
  {
    postId: text("post_id").notNull(),
    version: integer("version").notNull(),
    contentHash: text("content_hash").notNull(),
    decision: text("decision").$type<PostDecision>().notNull(),
    /** The changes that were asked for; null for an approval. */
    words: text("words"),
    decidedAt: timestamptz("decided_at").notNull(),
    via: text("via").$type<DecisionWay>().notNull().default("calendar"),
    /** Null: the owner, or an approver who was removed. */
    approverId: text("approver_id").references(() => approvers.id, { onDelete: "set null" }),
    /** Name of the approver at that time; null: the owner. */
    decidedBy: text("decided_by"),
    /** The event whose emails name this decision. No foreign key: events are deleted earlier. */
    announcedEventId: text("announced_event_id"),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version] }),
    unique("post_decisions_decision_unique").on(
      table.postId,
      table.version,
      table.contentHash,
      table.decision,
    ),
    foreignKey({
      name: "post_decisions_content_fk",
      columns: [table.postId, table.version, table.contentHash],
      foreignColumns: [postVersions.postId, postVersions.version, postVersions.contentHash],
    }).onDelete("cascade"),
    index("post_decisions_approver_idx").on(table.approverId),
    // This index also finds decisions without an event, which no email has named.
    index("post_decisions_announced_event_idx").on(table.announcedEventId),
    check(
      "post_decisions_approver_named",
      sql`${table.approverId} is null or ${table.decidedBy} is not null`,
    ),
    check(
      "post_decisions_words_of_changes",
      sql`case ${table.decision} when 'approved' then ${table.words} is null
        when 'changes_requested' then coalesce(${table.words} ~ '\\S', false) else false end`,
    ),
  ],
);

/** Refer to the approval of exactly this version and text, and to the newest version. */
const approvalKeys = (
  name: string,
  table: Record<"postId" | "version" | "contentHash" | "decision", AnyPgColumn>,
) => [
  foreignKey({
    name: `${name}_approval_fk`,
    columns: [table.postId, table.version, table.contentHash, table.decision],
    foreignColumns: [
      postDecisions.postId,
      postDecisions.version,
      postDecisions.contentHash,
      postDecisions.decision,
    ],
  }),
  foreignKey({
    name: `${name}_version_fk`,
    columns: [table.postId, table.version],
    foreignColumns: [posts.id, posts.version],
  }).onDelete("cascade"),
  check(`${name}_approved`, sql`${table.decision} = 'approved'`),
];

/** Where a post is live. The foreign keys refuse it without an approval of exactly this version and text, and when there is a newer one. */
export const postPublications = pgTable(
  "post_publications",
  {
    postId: text("post_id").notNull(),
    platform: text("platform").$type<Platform>().notNull(),
    version: integer("version").notNull(),
    contentHash: text("content_hash").notNull(),
    /** Always `approved`: a column of the foreign key. */
    decision: text("decision").$type<"approved">().notNull().default("approved"),
    url: text("url").notNull(),
    publishedAt: timestamptz("published_at").notNull(),
    /** The operator's name. */
    publishedBy: text("published_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.platform] }),
    ...approvalKeys("post_publications", table),
    // An address is one of one post.
    index("post_publications_url_idx").on(table.url),
    check("post_publications_url_https", sql`${table.url} ~ '^https://'`),
  ],
);

/** A post that a platform's own scheduler will publish. As of a publication: only what is approved, and nothing newer, while it stands. */
export const postSchedulings = pgTable(
  "post_schedulings",
  {
    postId: text("post_id").notNull(),
    platform: text("platform").$type<Platform>().notNull(),
    version: integer("version").notNull(),
    contentHash: text("content_hash").notNull(),
    /** Always `approved`: a column of the foreign key. */
    decision: text("decision").$type<"approved">().notNull().default("approved"),
    goesLiveAt: timestamptz("goes_live_at").notNull(),
    recordedAt: timestamptz("recorded_at").notNull(),
    /** The operator's name. */
    recordedBy: text("recorded_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.platform] }),
    ...approvalKeys("post_schedulings", table),
    index("post_schedulings_goes_live_at_idx").on(table.goesLiveAt),
  ],
);

/** The owner takes back the yes to a version that a platform's own scheduler has: it must not go out. */
export const postStopRequests = pgTable(
  "post_stop_requests",
  {
    postId: text("post_id").notNull(),
    version: integer("version").notNull(),
    /** The changes that were asked for. */
    words: text("words").notNull(),
    via: text("via").$type<DecisionWay>().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    /** When it was out of every scheduler, or known to be live. */
    settledAt: timestamptz("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version] }),
    foreignKey({
      name: "post_stop_requests_decision_fk",
      columns: [table.postId, table.version],
      foreignColumns: [postDecisions.postId, postDecisions.version],
    }).onDelete("cascade"),
    check("post_stop_requests_words_some", sql`${table.words} ~ '\\S'`),
  ],
);

/** What the customer was told of a version: once of each kind. */
export const postReminders = pgTable(
  "post_reminders",
  {
    postId: text("post_id").notNull(),
    version: integer("version").notNull(),
    kind: text("kind").$type<ReminderKind>().notNull(),
    /** No foreign key: events are deleted earlier. */
    eventId: text("event_id").notNull(),
    sentAt: timestamptz("sent_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.version, table.kind] }),
    versionKey("post_reminders_version_fk", table),
    oneOf("post_reminders_kind_known", table.kind, REMINDER_KINDS),
  ],
);
