CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"number" integer NOT NULL,
	"revision" integer NOT NULL,
	"saves" integer NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"words" text NOT NULL,
	"figures" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "reports_revision_unique" UNIQUE("business_id","number","revision"),
	CONSTRAINT "reports_counts_positive" CHECK ("reports"."number" > 0 and "reports"."revision" > 0 and "reports"."saves" > 0),
	CONSTRAINT "reports_thirty_days" CHECK ("reports"."until_day" = "reports"."from_day" + 29),
	CONSTRAINT "reports_published_words" CHECK ("reports"."published_at" is null or "reports"."words" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_draft_unique" ON "reports" USING btree ("business_id","number") WHERE "reports"."published_at" is null;