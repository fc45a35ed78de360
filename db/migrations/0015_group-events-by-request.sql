DROP INDEX "outbox_events_correlation_idx";--> statement-breakpoint
CREATE INDEX "outbox_events_correlation_idx" ON "outbox_events" USING btree ("correlation_id","occurred_at","id");