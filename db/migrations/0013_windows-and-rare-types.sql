CREATE INDEX "outbox_events_type_idx" ON "outbox_events" USING btree ("type","occurred_at","id");--> statement-breakpoint
CREATE INDEX "refund_requests_customer_idx" ON "refund_requests" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "refund_requests_asked_idx" ON "refund_requests" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "refund_requests_undecided_idx" ON "refund_requests" USING btree ("asked_at") WHERE "refund_requests"."state" = 'asked';