CREATE TABLE "invariant_checks" (
	"invariant" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"violations" integer NOT NULL,
	"examples" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "refund_requests_approved_idx" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" = 'approved';--> statement-breakpoint
CREATE INDEX "subscriptions_created_idx" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_duplicate_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."duplicate_of" is not null and "subscriptions"."is_open";