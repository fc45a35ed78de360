CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"upload_id" text,
	"type" text,
	"sha256" text,
	"width" integer,
	"height" integer,
	"seconds" integer,
	"refusal" text,
	"uploaded_by" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "media_business_unique" UNIQUE("id","business_id"),
	CONSTRAINT "media_bytes_positive" CHECK ("media"."bytes" > 0),
	CONSTRAINT "media_state" CHECK (case "media"."state" when 'uploading' then true when 'checking' then "media"."type" is not null
        when 'ready' then "media"."type" is not null and coalesce("media"."sha256" ~ '^[0-9a-f]{64}$', false)
        when 'refused' then "media"."refusal" is not null else false end)
);
--> statement-breakpoint
CREATE TABLE "removed_media" (
	"id" text PRIMARY KEY NOT NULL,
	"upload_id" text,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"media_id" text NOT NULL,
	"part" integer NOT NULL,
	"etag" text NOT NULL,
	CONSTRAINT "upload_parts_media_id_part_pk" PRIMARY KEY("media_id","part")
);
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_business_idx" ON "media" USING btree ("business_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_unfinished_unique" ON "media" USING btree ("business_id","fingerprint") WHERE "media"."state" = 'uploading';