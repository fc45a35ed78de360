CREATE INDEX "form_submissions_name_idx" ON "form_submissions" USING btree (lower(("payload"->>'first_name') || ' ' || ("payload"->>'last_name')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "form_submissions_last_name_idx" ON "form_submissions" USING btree (lower("payload"->>'last_name') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "event_effects_provider_idx" ON "event_effects" USING btree ("provider_id") WHERE "event_effects"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_object_idx" ON "webhook_events" USING btree ("object_id");