CREATE TABLE "alert_deliveries" (
	"channel" text NOT NULL,
	"cause" text NOT NULL,
	"alerted_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"example" text NOT NULL,
	"tried_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "alert_deliveries_channel_cause_alerted_at_pk" PRIMARY KEY("channel","cause","alerted_at")
);

--> statement-breakpoint
-- It said when no channel worked; deliveries say so now.
DELETE FROM "ops_alerts" WHERE "cause" = 'undelivered';
