CREATE TABLE "approval_link_posts" (
	"link_id" text NOT NULL,
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "approval_link_posts_link_id_post_id_pk" PRIMARY KEY("link_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "approval_links" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"approver_id" text,
	"token_hash" text NOT NULL,
	"event_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mail_due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone,
	CONSTRAINT "approval_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "approval_links_event_unique" UNIQUE NULLS NOT DISTINCT("event_id","approver_id"),
	CONSTRAINT "approval_links_token_hash_hex" CHECK ("approval_links"."token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "approval_links_expires_later" CHECK ("approval_links"."expires_at" > "approval_links"."mail_due_at")
);
--> statement-breakpoint
ALTER TABLE "post_decisions" ADD COLUMN "via" text DEFAULT 'calendar' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD COLUMN "approver_id" text;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD COLUMN "receipt_event_id" text;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD COLUMN "notice_event_id" text;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_link_id_approval_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."approval_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_approver_id_approvers_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."approvers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_link_posts_post_idx" ON "approval_link_posts" USING btree ("post_id","version");--> statement-breakpoint
CREATE INDEX "approval_links_business_idx" ON "approval_links" USING btree ("business_id","mail_due_at");--> statement-breakpoint
CREATE INDEX "approval_links_approver_idx" ON "approval_links" USING btree ("approver_id");--> statement-breakpoint
CREATE INDEX "approval_links_expires_at_idx" ON "approval_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "post_decisions" ADD CONSTRAINT "post_decisions_approver_id_approvers_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."approvers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_decisions_approver_idx" ON "post_decisions" USING btree ("approver_id");--> statement-breakpoint
ALTER TABLE "post_decisions" ADD CONSTRAINT "post_decisions_approver_named" CHECK ("post_decisions"."approver_id" is null or "post_decisions"."decided_by" is not null);