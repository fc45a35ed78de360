CREATE TABLE "ops_alerts" (
	"cause" text PRIMARY KEY NOT NULL,
	"alerted_at" timestamp with time zone NOT NULL
);
