-- PostgreSQL vacuums after a fifth of a table was deleted: with 90 days in it, every 18 days. A hundredth is a day's deletions,
-- so the pages are free again for the next day.
ALTER TABLE "outbox_events" SET (autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "event_effects" SET (autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "effect_attempts" SET (autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "resend_events" SET (autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "stripe_events" SET (autovacuum_vacuum_scale_factor = 0.01);
