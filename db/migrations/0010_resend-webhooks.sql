CREATE TABLE "resend_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"email_id" text,
	"event_id" text,
	"effect" text,
	"bounce_type" text,
	"bounce_sub_type" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undeliverable_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	"retried_at" timestamp with time zone,
	CONSTRAINT "undeliverable_addresses_reason_known" CHECK ("undeliverable_addresses"."reason" in ('suppressed', 'bounced', 'complained'))
);
--> statement-breakpoint
CREATE INDEX "resend_events_email_idx" ON "resend_events" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "resend_events_effect_idx" ON "resend_events" USING btree ("event_id","effect");--> statement-breakpoint
CREATE INDEX "resend_events_received_idx" ON "resend_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "resend_events_undelivered_idx" ON "resend_events" USING btree ("received_at") WHERE "resend_events"."type" in ('email.bounced', 'email.complained', 'email.failed', 'email.suppressed');--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_changed_idx" ON "undeliverable_addresses" USING btree ("changed_at");