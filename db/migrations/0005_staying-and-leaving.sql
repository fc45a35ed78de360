CREATE TABLE "end_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"user_id" uuid,
	"wants" text NOT NULL,
	"reason" text,
	"feedback" text,
	"declined_offer" boolean DEFAULT false NOT NULL,
	"monthly_pence" integer NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "end_requests_wants_known" CHECK ("end_requests"."wants" in ('end', 'stay')),
	CONSTRAINT "end_requests_state_known" CHECK ("end_requests"."state" in ('pending', 'applied', 'refused', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" uuid,
	"message" text,
	"amount_pence" integer NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "refund_requests_state_known" CHECK ("refund_requests"."state" in ('asked', 'approved', 'declined', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "retention_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"reason" text,
	"monthly_pence" integer NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "retention_offers_answer_known" CHECK ("retention_offers"."answer" in ('claimed', 'declined'))
);
--> statement-breakpoint
DROP VIEW "public"."user_orders";--> statement-breakpoint
DROP VIEW "public"."user_subscription";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_redemptions" ADD COLUMN "claim_key" uuid;--> statement-breakpoint
ALTER TABLE "retention_redemptions" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "scheduled" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "awaiting" jsonb;--> statement-breakpoint
ALTER TABLE "end_requests" ADD CONSTRAINT "end_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "end_requests" ADD CONSTRAINT "end_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_offers" ADD CONSTRAINT "retention_offers_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "end_requests_one_pending_unique" ON "end_requests" USING btree ("subscription_id") WHERE "end_requests"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "end_requests_subscription_idx" ON "end_requests" USING btree ("subscription_id","asked_at");--> statement-breakpoint
CREATE INDEX "end_requests_asked_idx" ON "end_requests" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_subscription_unique" ON "refund_requests" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refund_requests_user_idx" ON "refund_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "retention_offers_subscription_idx" ON "retention_offers" USING btree ("subscription_id","shown_at");--> statement-breakpoint
CREATE INDEX "retention_offers_shown_idx" ON "retention_offers" USING btree ("shown_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('completed', 'pending', 'void', 'uncollectible', 'refunded', 'partially_refunded'));--> statement-breakpoint
CREATE VIEW "public"."user_orders" AS (select owner.user_id, orders.id as order_id, orders.status as order_status, orders.ordered_at as order_date,
      orders.amount_pence as amount_total, orders.refunded_pence as amount_refunded
    from customer_owners owner join orders on orders.customer_id = owner.customer_id);--> statement-breakpoint
CREATE VIEW "public"."user_subscription" AS (select distinct on (owner.user_id) owner.user_id, subscription.id as subscription_id, subscription.price_id,
      subscription.status as subscription_status,
      extract(epoch from subscription.current_period_end)::bigint as current_period_end,
      subscription.payment_method_brand, subscription.payment_method_last4,
      coalesce(request.wants = 'end', subscription.cancel_at_period_end) as cancel_at_period_end
    from customer_owners owner join subscriptions subscription on subscription.customer_id = owner.customer_id
    -- What its owner said last holds, also before the provider was told.
    left join end_requests request on request.subscription_id = subscription.id and request.state = 'pending'
    order by owner.user_id, subscription.status in ('canceled', 'incomplete_expired'),
      subscription.duplicate_of is not null, subscription.created_at desc, subscription.id);