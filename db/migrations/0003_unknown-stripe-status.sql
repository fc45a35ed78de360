ALTER TABLE "orders" DROP CONSTRAINT "orders_status_known";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_status_known";--> statement-breakpoint
CREATE INDEX "disputes_unknown_idx" ON "disputes" USING btree ("id") WHERE "disputes"."status" = 'unknown';--> statement-breakpoint
CREATE INDEX "orders_unknown_idx" ON "orders" USING btree ("id") WHERE "orders"."status" = 'unknown';--> statement-breakpoint
CREATE INDEX "subscriptions_unknown_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."status" = 'unknown';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('completed', 'pending', 'void', 'uncollectible', 'refunded', 'partially_refunded',
        'unknown'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid',
        'paused', 'unknown'));