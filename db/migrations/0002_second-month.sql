CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"order_id" text,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"currency" text NOT NULL,
	"due_by" timestamp with time zone,
	"is_refundable" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guarantee_claims" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"refund_request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reminders" (
	"order_id" text NOT NULL,
	"day" smallint NOT NULL,
	"reminded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_reminders_order_id_day_pk" PRIMARY KEY("order_id","day")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"subscription_id" text NOT NULL,
	"from_stripe_price_id" text NOT NULL,
	"stripe_price_id" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_changes_subscription_id_from_stripe_price_id_stripe_price_id_pk" PRIMARY KEY("subscription_id","from_stripe_price_id","stripe_price_id")
);
--> statement-breakpoint
CREATE TABLE "renewal_notices" (
	"subscription_id" text NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renewal_notices_subscription_id_period_end_pk" PRIMARY KEY("subscription_id","period_end")
);
--> statement-breakpoint
ALTER TABLE "refund_requests" DROP CONSTRAINT "refund_requests_state_known";--> statement-breakpoint
DROP INDEX "customers_unclaimed_idx";--> statement-breakpoint
DROP INDEX "refund_requests_undecided_idx";--> statement-breakpoint
DROP INDEX "subscriptions_one_open_unique";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "invoice_email" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "balance_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_url" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "is_comeback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "has_left_owing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "second_of" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_customer_idx" ON "disputes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "disputes_order_idx" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_opened_idx" ON "disputes" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "disputes_due_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('warning_needs_response', 'needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscriptions_past_due_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."status" = 'past_due';--> statement-breakpoint
CREATE INDEX "refund_requests_undecided_idx" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" in ('asked', 'disputed');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_open_unique" ON "subscriptions" USING btree (coalesce("user_id"::text, "customer_id")) WHERE "subscriptions"."is_open" and "subscriptions"."duplicate_of" is null and "subscriptions"."price_id" is not null;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_state_known" CHECK ("refund_requests"."state" in ('asked', 'approved', 'declined', 'disputed', 'refunded'));