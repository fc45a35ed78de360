CREATE TABLE "approvers" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approvers_email_lower" CHECK ("approvers"."email" = lower("approvers"."email"))
);
--> statement-breakpoint
CREATE TABLE "brief_versions" (
	"business_id" text NOT NULL,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	CONSTRAINT "brief_versions_business_id_version_pk" PRIMARY KEY("business_id","version"),
	CONSTRAINT "brief_versions_counts_positive" CHECK ("brief_versions"."version" > 0 and "brief_versions"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "businesses_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brief_versions" ADD CONSTRAINT "brief_versions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvers_email_unique" ON "approvers" USING btree ("business_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "brief_versions_unsubmitted_unique" ON "brief_versions" USING btree ("business_id") WHERE "brief_versions"."submitted_at" is null;