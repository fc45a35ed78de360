ALTER TABLE "alert_deliveries" ADD COLUMN "since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "count" integer;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "example" text;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ops_alerts" ADD COLUMN "ended_at" timestamp with time zone;