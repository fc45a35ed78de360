CREATE TABLE "card_notices" (
	"subscription_id" text NOT NULL,
	"exp_year" smallint NOT NULL,
	"exp_month" smallint NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_notices_subscription_id_exp_year_exp_month_pk" PRIMARY KEY("subscription_id","exp_year","exp_month")
);
--> statement-breakpoint
CREATE TABLE "checkout_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_key" text NOT NULL,
	"basket_hash" text NOT NULL,
	"price_ids" jsonb NOT NULL,
	"customer_id" text,
	"provider_session_id" text,
	"url" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_sessions_provider_session_id_unique" UNIQUE("provider_session_id"),
	CONSTRAINT "checkout_sessions_state_known" CHECK ("checkout_sessions"."state" in ('opening', 'open', 'complete', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"origin" text NOT NULL,
	"guest_key" uuid,
	"email" text,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_guest_key_unique" UNIQUE("guest_key"),
	CONSTRAINT "customers_origin_known" CHECK ("customers"."origin" in ('account', 'guest'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"currency" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('completed', 'pending', 'void', 'uncollectible'))
);
--> statement-breakpoint
CREATE TABLE "retention_redemptions" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_items" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"price_id" text,
	"provider_price_id" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"quantity" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"price_id" text,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"cancel_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"payment_method_brand" text,
	"payment_method_last4" text,
	"payment_method_exp_month" smallint,
	"payment_method_exp_year" smallint,
	"duplicate_of" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid',
        'paused'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"customer_id" text,
	"api_version" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_notices" ADD CONSTRAINT "card_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_redemptions" ADD CONSTRAINT "retention_redemptions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD CONSTRAINT "subscription_items_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_basket_unique" ON "checkout_sessions" USING btree ("owner_key","basket_hash") WHERE "checkout_sessions"."state" in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "checkout_sessions_customer_idx" ON "checkout_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_account_unique" ON "customers" USING btree ("user_id") WHERE "customers"."origin" = 'account' and not "customers"."is_deleted";--> statement-breakpoint
CREATE INDEX "customers_user_idx" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customers_unclaimed_idx" ON "customers" USING btree ("email") WHERE "customers"."user_id" is null;--> statement-breakpoint
CREATE INDEX "customers_synced_idx" ON "customers" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ("customer_id","ordered_at");--> statement-breakpoint
CREATE INDEX "subscription_items_subscription_idx" ON "subscription_items" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_living_unique" ON "subscriptions" USING btree (coalesce("user_id"::text, "customer_id")) WHERE "subscriptions"."status" not in ('canceled', 'incomplete_expired') and "subscriptions"."duplicate_of" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_customer_idx" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_events_customer_idx" ON "webhook_events" USING btree ("customer_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_events_received_idx" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE VIEW "public"."customer_owners" AS (select id as customer_id, user_id, true as is_claimed from customers where user_id is not null
    union all
    select customer.id, account.id, false from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    ));--> statement-breakpoint
CREATE VIEW "public"."user_orders" AS (select owner.user_id, orders.id as order_id, orders.status as order_status, orders.ordered_at as order_date,
      orders.amount_pence as amount_total
    from customer_owners owner join orders on orders.customer_id = owner.customer_id);--> statement-breakpoint
CREATE VIEW "public"."user_subscription" AS (select distinct on (owner.user_id) owner.user_id, subscription.id as subscription_id, subscription.price_id,
      subscription.status as subscription_status,
      extract(epoch from subscription.current_period_end)::bigint as current_period_end,
      subscription.payment_method_brand, subscription.payment_method_last4, subscription.cancel_at_period_end
    from customer_owners owner join subscriptions subscription on subscription.customer_id = owner.customer_id
    order by owner.user_id, subscription.status in ('canceled', 'incomplete_expired'),
      subscription.duplicate_of is not null, subscription.created_at desc, subscription.id);