CREATE TABLE "bulk_replay_events" (
	"bulk_replay_id" text NOT NULL,
	"event_id" text NOT NULL,
	"outcome" text,
	CONSTRAINT "bulk_replay_events_bulk_replay_id_event_id_pk" PRIMARY KEY("bulk_replay_id","event_id"),
	CONSTRAINT "bulk_replay_events_outcome_known" CHECK ("bulk_replay_events"."outcome" in ('replayed', 'in_doubt', 'expired', 'nothing_to_do', 'error'))
);
--> statement-breakpoint
CREATE TABLE "bulk_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"filters" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"stopped_by" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "bulk_replay_events_open_idx" ON "bulk_replay_events" USING btree ("bulk_replay_id","event_id") WHERE "bulk_replay_events"."outcome" is null;--> statement-breakpoint
CREATE INDEX "bulk_replays_running_idx" ON "bulk_replays" USING btree ("requested_at") WHERE "bulk_replays"."ended_at" is null;