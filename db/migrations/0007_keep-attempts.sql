CREATE TABLE "effect_attempts" (
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"number" integer NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"error" text,
	"http_status" integer,
	"message" text,
	CONSTRAINT "effect_attempts_event_id_effect_number_pk" PRIMARY KEY("event_id","effect","number"),
	CONSTRAINT "effect_attempts_outcome_known" CHECK ("effect_attempts"."outcome" in ('completed', 'failed', 'dead_lettered', 'deferred'))
);
--> statement-breakpoint
ALTER TABLE "event_effects" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_effects" ADD COLUMN "worker" text;