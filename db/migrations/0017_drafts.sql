CREATE TABLE "post_reminders" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"event_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_reminders_post_id_version_kind_pk" PRIMARY KEY("post_id","version","kind"),
	CONSTRAINT "post_reminders_kind_known" CHECK ("post_reminders"."kind" in ('decide', 'decide_again', 'missed', 'late'))
);
--> statement-breakpoint
CREATE TABLE "post_schedulings" (
	"post_id" text NOT NULL,
	"platform" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"decision" text DEFAULT 'approved' NOT NULL,
	"goes_live_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"recorded_by" text NOT NULL,
	CONSTRAINT "post_schedulings_post_id_platform_pk" PRIMARY KEY("post_id","platform"),
	CONSTRAINT "post_schedulings_approved" CHECK ("post_schedulings"."decision" = 'approved')
);
--> statement-breakpoint
CREATE TABLE "post_draft_media" (
	"draft_id" text NOT NULL,
	"position" integer NOT NULL,
	"media_id" text NOT NULL,
	"business_id" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "post_draft_media_draft_id_position_pk" PRIMARY KEY("draft_id","position"),
	CONSTRAINT "post_draft_media_once" UNIQUE("draft_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "post_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"post_id" text,
	"base_version" integer,
	"base_hash" text,
	"format" text DEFAULT 'post' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"texts" jsonb,
	"first_comment" text,
	"platforms" text[] NOT NULL,
	"planned_on" date,
	"planned_time" time(0),
	"note" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	"ready_at" timestamp with time zone,
	"ready_by" text,
	CONSTRAINT "post_drafts_post_id_unique" UNIQUE("post_id"),
	CONSTRAINT "post_drafts_business_unique" UNIQUE("id","business_id"),
	CONSTRAINT "post_drafts_base_complete" CHECK (num_nonnulls("post_drafts"."post_id", "post_drafts"."base_version", "post_drafts"."base_hash") in (0, 3)),
	CONSTRAINT "post_drafts_format_known" CHECK ("post_drafts"."format" in ('post', 'reel')),
	CONSTRAINT "post_drafts_revision_positive" CHECK ("post_drafts"."revision" > 0),
	CONSTRAINT "post_drafts_ready_by_whom" CHECK (num_nonnulls("post_drafts"."ready_at", "post_drafts"."ready_by") <> 1)
);
--> statement-breakpoint
ALTER TABLE "post_versions" ADD COLUMN "texts" jsonb;--> statement-breakpoint
ALTER TABLE "post_versions" ADD COLUMN "first_comment" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "post_reminders" ADD CONSTRAINT "post_reminders_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_schedulings" ADD CONSTRAINT "post_schedulings_approval_fk" FOREIGN KEY ("post_id","version","content_hash","decision") REFERENCES "public"."post_decisions"("post_id","version","content_hash","decision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_schedulings" ADD CONSTRAINT "post_schedulings_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."posts"("id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft_media" ADD CONSTRAINT "post_draft_media_draft_fk" FOREIGN KEY ("draft_id","business_id") REFERENCES "public"."post_drafts"("id","business_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft_media" ADD CONSTRAINT "post_draft_media_media_fk" FOREIGN KEY ("media_id","business_id") REFERENCES "public"."media"("id","business_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_assignee_id_operators_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."operators"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_post_fk" FOREIGN KEY ("post_id","business_id") REFERENCES "public"."posts"("id","business_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_base_fk" FOREIGN KEY ("post_id","base_version","base_hash") REFERENCES "public"."post_versions"("post_id","version","content_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_schedulings_goes_live_at_idx" ON "post_schedulings" USING btree ("goes_live_at");--> statement-breakpoint
CREATE INDEX "post_draft_media_media_idx" ON "post_draft_media" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "post_drafts_sheet_idx" ON "post_drafts" USING btree ("business_id","planned_on","planned_time");--> statement-breakpoint
CREATE INDEX "post_drafts_planned_idx" ON "post_drafts" USING btree ("planned_on","planned_time","id");--> statement-breakpoint
CREATE INDEX "post_drafts_assignee_idx" ON "post_drafts" USING btree ("assignee_id");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_assignee_id_operators_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."operators"("user_id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
-- When an account is deleted, its files may go before its drafts.
alter table "post_draft_media" alter constraint "post_draft_media_media_fk" deferrable initially deferred;
