DROP INDEX "outbox_events_request_idx";--> statement-breakpoint
CREATE INDEX "outbox_events_request_idx" ON "outbox_events" USING btree ("request_id","occurred_at","id");