CREATE TABLE "post_decisions" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"decision" text NOT NULL,
	"words" text,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_decisions_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_decisions_decision_unique" UNIQUE("post_id","version","content_hash","decision"),
	CONSTRAINT "post_decisions_words_of_changes" CHECK (case "post_decisions"."decision" when 'approved' then "post_decisions"."words" is null
        when 'changes_requested' then coalesce("post_decisions"."words" ~ '\S', false) else false end)
);
--> statement-breakpoint
CREATE TABLE "post_publications" (
	"post_id" text NOT NULL,
	"platform" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"decision" text DEFAULT 'approved' NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "post_publications_post_id_platform_pk" PRIMARY KEY("post_id","platform"),
	CONSTRAINT "post_publications_approved" CHECK ("post_publications"."decision" = 'approved'),
	CONSTRAINT "post_publications_url_https" CHECK ("post_publications"."url" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "post_versions" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"platforms" text[] NOT NULL,
	"planned_on" date NOT NULL,
	"planned_time" time(0) NOT NULL,
	"content_hash" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_by" text NOT NULL,
	CONSTRAINT "post_versions_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_versions_content_unique" UNIQUE("post_id","version","content_hash"),
	CONSTRAINT "post_versions_version_positive" CHECK ("post_versions"."version" > 0),
	CONSTRAINT "post_versions_platforms_some" CHECK (cardinality("post_versions"."platforms") > 0),
	CONSTRAINT "post_versions_content_hash_hex" CHECK ("post_versions"."content_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "posts_version_unique" UNIQUE("id","version")
);
--> statement-breakpoint
ALTER TABLE "post_decisions" ADD CONSTRAINT "post_decisions_content_fk" FOREIGN KEY ("post_id","version","content_hash") REFERENCES "public"."post_versions"("post_id","version","content_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_publications" ADD CONSTRAINT "post_publications_approval_fk" FOREIGN KEY ("post_id","version","content_hash","decision") REFERENCES "public"."post_decisions"("post_id","version","content_hash","decision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_publications" ADD CONSTRAINT "post_publications_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."posts"("id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_versions_planned_on_idx" ON "post_versions" USING btree ("planned_on");--> statement-breakpoint
CREATE INDEX "posts_business_idx" ON "posts" USING btree ("business_id");