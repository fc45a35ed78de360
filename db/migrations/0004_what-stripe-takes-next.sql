ALTER TABLE "subscription_items" ADD COLUMN "has_fixed_price" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD COLUMN "interval" text DEFAULT 'month';--> statement-breakpoint
ALTER TABLE "subscription_items" ADD COLUMN "interval_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "currency" text DEFAULT 'gbp';--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "collection_method" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pause" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "upcoming" jsonb;