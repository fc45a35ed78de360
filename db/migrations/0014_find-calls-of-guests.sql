CREATE INDEX "booked_calls_customer_idx" ON "booked_calls" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "booked_calls_enquiry_idx" ON "booked_calls" USING btree ("enquiry_id");