CREATE TABLE "drift_checks" (
	"kind" text PRIMARY KEY NOT NULL,
	"step" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"busy_until" timestamp with time zone,
	"part" text NOT NULL,
	"after" text NOT NULL,
	"expected" integer NOT NULL,
	"customers" integer NOT NULL,
	"drifted" integer NOT NULL,
	"unknown" integer NOT NULL,
	"unknown_subscription_ids" jsonb NOT NULL
);
