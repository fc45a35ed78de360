CREATE TABLE "promises" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" text NOT NULL,
	"subject_id" text NOT NULL,
	"started_by_event" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"warn_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	"missed_at" timestamp with time zone,
	"kept_by_event" text,
	"kept_at" timestamp with time zone,
	"kept_by" text,
	"released_by_event" text,
	"released_reason" text,
	"released_at" timestamp with time zone,
	CONSTRAINT "promises_kept_by_event" CHECK (("promises"."kept_at" is null) = ("promises"."kept_by_event" is null)),
	CONSTRAINT "promises_released_by_one" CHECK (num_nonnulls("promises"."released_by_event", "promises"."released_reason") = num_nonnulls("promises"."released_at")),
	CONSTRAINT "promises_ended_once" CHECK ("promises"."kept_at" is null or "promises"."released_at" is null),
	CONSTRAINT "promises_missed_when_due" CHECK ("promises"."missed_at" >= "promises"."due_at")
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX "promises_event_unique" ON "promises" USING btree ("started_by_event","rule");--> statement-breakpoint
CREATE UNIQUE INDEX "promises_one_open_unique" ON "promises" USING btree ("subject_id","rule") WHERE "promises"."kept_at" is null and "promises"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promises_open_idx" ON "promises" USING btree ("due_at") WHERE "promises"."kept_at" is null and "promises"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promises_kept_idx" ON "promises" USING btree ("kept_at") WHERE "promises"."kept_at" is not null;--> statement-breakpoint
CREATE INDEX "promises_started_idx" ON "promises" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "promises_subject_idx" ON "promises" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvers_email_unique" ON "approvers" USING btree ("business_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "brief_versions_unsubmitted_unique" ON "brief_versions" USING btree ("business_id") WHERE "brief_versions"."submitted_at" is null;