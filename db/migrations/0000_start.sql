CREATE TABLE "form_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"form_type" text NOT NULL,
	"email" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_submissions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text,
	"action" text NOT NULL,
	"actor" jsonb NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_effects" (
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotency_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"last_error" text,
	"provider_id" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "event_effects_event_id_effect_pk" PRIMARY KEY("event_id","effect"),
	CONSTRAINT "event_effects_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "event_effects_status_known" CHECK ("event_effects"."status" in ('pending', 'done', 'dead', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"version" integer NOT NULL,
	"aggregate_type" text NOT NULL,
	"aggregate_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"publish_count" integer DEFAULT 0 NOT NULL,
	"next_publish_at" timestamp with time zone NOT NULL,
	"dispatched_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"dead_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"prev_status" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_effects" ADD CONSTRAINT "event_effects_event_id_outbox_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."outbox_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_submissions_email_idx" ON "form_submissions" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_effect_once_idx" ON "audit_log" USING btree ("event_id","action") WHERE "audit_log"."action" like 'effect.%';--> statement-breakpoint
CREATE INDEX "audit_log_event_idx" ON "audit_log" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "event_effects_dead_idx" ON "event_effects" USING btree ("event_id") WHERE "event_effects"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "outbox_events_open_idx" ON "outbox_events" USING btree ("next_publish_at") WHERE "outbox_events"."completed_at" is null and "outbox_events"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_events_occurred_idx" ON "outbox_events" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "outbox_events_aggregate_idx" ON "outbox_events" USING btree ("aggregate_id");--> statement-breakpoint
CREATE INDEX "outbox_events_request_idx" ON "outbox_events" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "outbox_events_dead_idx" ON "outbox_events" USING btree ("dead_at") WHERE "outbox_events"."dead_at" is not null;--> statement-breakpoint
CREATE INDEX "replays_event_idx" ON "replays" USING btree ("event_id");