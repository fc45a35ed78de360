CREATE TABLE "form_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"form_type" text NOT NULL,
	"email" text NOT NULL,
	"payload" jsonb NOT NULL,
	"conversion" jsonb,
	"auto_reply_claimed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_submissions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text,
	"action" text NOT NULL,
	"actor" jsonb NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_effects" (
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotency_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"last_error" text,
	"external_id" text,
	"completed_at" timestamp with time zone,
	CONSTRAINT "event_effects_event_id_effect_pk" PRIMARY KEY("event_id","effect"),
	CONSTRAINT "event_effects_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "event_effects_status_known" CHECK ("event_effects"."status" in ('pending', 'done', 'dead', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "ops_alerts" (
	"cause" text PRIMARY KEY NOT NULL,
	"alerted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"version" integer NOT NULL,
	"aggregate_type" text NOT NULL,
	"aggregate_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"publish_count" integer DEFAULT 0 NOT NULL,
	"next_publish_at" timestamp with time zone NOT NULL,
	"dispatched_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"dead_lettered_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"prev_status" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_states" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"auth_code" text,
	"code_challenge" text,
	"code_challenge_method" text,
	"authentication_method" text NOT NULL,
	"provider" text,
	"redirect_to" text NOT NULL,
	"provider_nonce" text,
	"provider_verifier" text,
	"provider_tokens" text,
	"link_user_id" uuid,
	"link_session_id" uuid,
	"pending_identity" jsonb,
	"auth_code_issued_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flow_states_auth_code_unique" UNIQUE("auth_code")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"identity_data" jsonb NOT NULL,
	"email" text,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mfa_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"code_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mfa_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text,
	"factor_type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"encrypted_secret" text,
	"phone" text,
	"last_used_step" integer,
	"last_challenged_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mfa_factors_type_known" CHECK ("mfa_factors"."factor_type" in ('totp', 'phone')),
	CONSTRAINT "mfa_factors_status_known" CHECK ("mfa_factors"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"relates_to" text NOT NULL,
	"code_length" smallint NOT NULL,
	"is_pkce" boolean DEFAULT false NOT NULL,
	"redirect_to" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('confirmation', 'recovery', 'email_change_new', 'email_change_current',
        'phone_confirmation', 'phone_change', 'reauthentication'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb NOT NULL,
	"factor_id" uuid,
	"refresh_counter" bigint DEFAULT 0 NOT NULL,
	"refresh_floor" bigint DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone,
	"ip" text,
	"user_agent" text,
	"not_after" timestamp with time zone,
	"provider" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_aal_known" CHECK ("sessions"."aal" in ('aal1', 'aal2'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text DEFAULT 'authenticated' NOT NULL,
	"email" text,
	"phone" text,
	"password_hash" text,
	"email_confirmed_at" timestamp with time zone,
	"phone_confirmed_at" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"confirmation_sent_at" timestamp with time zone,
	"recovery_sent_at" timestamp with time zone,
	"new_email" text,
	"email_change_sent_at" timestamp with time zone,
	"email_change_halfway" boolean DEFAULT false NOT NULL,
	"new_phone" text,
	"phone_change_sent_at" timestamp with time zone,
	"reauthentication_sent_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"banned_until" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"is_sso" boolean DEFAULT false NOT NULL,
	"app_metadata" jsonb NOT NULL,
	"user_metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "card_expiry_notices" (
	"subscription_id" text NOT NULL,
	"exp_year" smallint NOT NULL,
	"exp_month" smallint NOT NULL,
	"notified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_expiry_notices_subscription_id_exp_year_exp_month_pk" PRIMARY KEY("subscription_id","exp_year","exp_month")
);
--> statement-breakpoint
CREATE TABLE "checkout_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_key" text NOT NULL,
	"basket_hash" text NOT NULL,
	"price_ids" jsonb NOT NULL,
	"customer_id" text,
	"stripe_session_id" text,
	"url" text,
	"conversion" jsonb,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_sessions_stripe_session_id_unique" UNIQUE("stripe_session_id"),
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
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('completed', 'pending', 'void', 'uncollectible', 'refunded', 'partially_refunded'))
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
	"requested_at" timestamp with time zone NOT NULL,
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
	CONSTRAINT "retention_offers_answer_known" CHECK ("retention_offers"."answer" in ('accepted', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"customer_id" text,
	"api_version" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_items" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"price_id" text,
	"stripe_price_id" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"quantity" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"reason" text,
	"feedback" text,
	"declined_offer" boolean DEFAULT false NOT NULL,
	"monthly_pence" integer NOT NULL,
	"idempotency_key" uuid,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "subscription_requests_kind_known" CHECK ("subscription_requests"."kind" in ('cancel', 'resume', 'retention_offer')),
	CONSTRAINT "subscription_requests_state_known" CHECK ("subscription_requests"."state" in ('pending', 'applied', 'rejected', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"is_open" boolean GENERATED ALWAYS AS (status not in ('canceled', 'incomplete_expired')) STORED NOT NULL,
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
	"discounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scheduled" jsonb,
	"awaiting" jsonb,
	"renewal_pence" integer,
	"duplicate_of" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid',
        'paused'))
);
--> statement-breakpoint
ALTER TABLE "event_effects" ADD CONSTRAINT "event_effects_event_id_outbox_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."outbox_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_states" ADD CONSTRAINT "flow_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_states" ADD CONSTRAINT "flow_states_link_user_id_users_id_fk" FOREIGN KEY ("link_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_states" ADD CONSTRAINT "flow_states_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_expiry_notices" ADD CONSTRAINT "card_expiry_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_offers" ADD CONSTRAINT "retention_offers_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD CONSTRAINT "subscription_items_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "form_submissions_auto_reply_unique" ON "form_submissions" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@'),(("created_at" at time zone 'UTC')::date)) WHERE "form_submissions"."auto_reply_claimed" and "form_submissions"."email" <> 'erased@invalid';--> statement-breakpoint
CREATE INDEX "form_submissions_email_idx" ON "form_submissions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "form_submissions_created_idx" ON "form_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "form_submissions_conversion_idx" ON "form_submissions" USING btree ("created_at") WHERE "form_submissions"."conversion" is not null;--> statement-breakpoint
CREATE INDEX "form_submissions_name_idx" ON "form_submissions" USING btree (lower(("payload"->>'first_name') || ' ' || ("payload"->>'last_name')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "form_submissions_last_name_idx" ON "form_submissions" USING btree (lower("payload"->>'last_name') text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_effect_once_idx" ON "audit_log" USING btree ("event_id","action") WHERE "audit_log"."action" like 'effect.%';--> statement-breakpoint
CREATE INDEX "audit_log_event_idx" ON "audit_log" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "event_effects_dead_idx" ON "event_effects" USING btree ("event_id") WHERE "event_effects"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "event_effects_external_idx" ON "event_effects" USING btree ("external_id") WHERE "event_effects"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_events_open_idx" ON "outbox_events" USING btree ("next_publish_at") WHERE "outbox_events"."completed_at" is null and "outbox_events"."dead_lettered_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_events_occurred_idx" ON "outbox_events" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "outbox_events_type_idx" ON "outbox_events" USING btree ("type","occurred_at","id");--> statement-breakpoint
CREATE INDEX "outbox_events_aggregate_idx" ON "outbox_events" USING btree ("aggregate_id");--> statement-breakpoint
CREATE INDEX "outbox_events_request_idx" ON "outbox_events" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "outbox_events_dead_lettered_idx" ON "outbox_events" USING btree ("dead_lettered_at") WHERE "outbox_events"."dead_lettered_at" is not null;--> statement-breakpoint
CREATE INDEX "replays_event_idx" ON "replays" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "flow_states_link_session_idx" ON "flow_states" USING btree ("link_session_id") WHERE "flow_states"."link_session_id" is not null;--> statement-breakpoint
CREATE INDEX "flow_states_user_idx" ON "flow_states" USING btree ("user_id","authentication_method","created_at");--> statement-breakpoint
CREATE INDEX "flow_states_created_idx" ON "flow_states" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject_unique" ON "identities" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "identities_user_idx" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identities_email_idx" ON "identities" USING btree ("email");--> statement-breakpoint
CREATE INDEX "mfa_challenges_factor_idx" ON "mfa_challenges" USING btree ("factor_id","created_at");--> statement-breakpoint
CREATE INDEX "mfa_challenges_expires_idx" ON "mfa_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_name_unique" ON "mfa_factors" USING btree ("user_id","friendly_name") WHERE "mfa_factors"."friendly_name" <> '';--> statement-breakpoint
CREATE INDEX "mfa_factors_user_idx" ON "mfa_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_purpose_unique" ON "one_time_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_code_idx" ON "one_time_tokens" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_idx" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_refreshed_idx" ON "sessions" USING btree (coalesce("refreshed_at", "created_at"));--> statement-breakpoint
CREATE INDEX "sessions_not_after_idx" ON "sessions" USING btree ("not_after") WHERE "sessions"."not_after" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email") WHERE not "users"."is_sso";--> statement-breakpoint
CREATE INDEX "users_sso_email_idx" ON "users" USING btree ("email") WHERE "users"."is_sso";--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_unique" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(("user_metadata"->>'first_name') || ' ' || ("user_metadata"->>'last_name')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_idx" ON "users" USING btree (lower("user_metadata"->>'last_name') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_anonymous_idx" ON "users" USING btree ("created_at") WHERE "users"."is_anonymous";--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_basket_unique" ON "checkout_sessions" USING btree ("owner_key","basket_hash") WHERE "checkout_sessions"."state" in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "checkout_sessions_customer_idx" ON "checkout_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_conversion_idx" ON "checkout_sessions" USING btree ("created_at") WHERE "checkout_sessions"."conversion" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_account_unique" ON "customers" USING btree ("user_id") WHERE "customers"."origin" = 'account' and not "customers"."is_deleted";--> statement-breakpoint
CREATE INDEX "customers_user_idx" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customers_unclaimed_idx" ON "customers" USING btree ("email") WHERE "customers"."user_id" is null;--> statement-breakpoint
CREATE INDEX "customers_synced_idx" ON "customers" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ("customer_id","ordered_at");--> statement-breakpoint
CREATE INDEX "orders_subscription_idx" ON "orders" USING btree ("subscription_id","ordered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_subscription_unique" ON "refund_requests" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refund_requests_user_idx" ON "refund_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refund_requests_customer_idx" ON "refund_requests" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "refund_requests_asked_idx" ON "refund_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "refund_requests_undecided_idx" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "retention_offers_subscription_idx" ON "retention_offers" USING btree ("subscription_id","shown_at");--> statement-breakpoint
CREATE INDEX "retention_offers_shown_idx" ON "retention_offers" USING btree ("shown_at");--> statement-breakpoint
CREATE INDEX "stripe_events_customer_idx" ON "stripe_events" USING btree ("customer_id","received_at");--> statement-breakpoint
CREATE INDEX "stripe_events_object_idx" ON "stripe_events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "stripe_events_received_idx" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscription_items_subscription_idx" ON "subscription_items" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_requests_one_pending_unique" ON "subscription_requests" USING btree ("subscription_id") WHERE "subscription_requests"."state" = 'pending' and "subscription_requests"."kind" <> 'retention_offer';--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_requests_one_offer_unique" ON "subscription_requests" USING btree ("subscription_id") WHERE "subscription_requests"."kind" = 'retention_offer' and "subscription_requests"."state" in ('pending', 'applied');--> statement-breakpoint
CREATE INDEX "subscription_requests_subscription_idx" ON "subscription_requests" USING btree ("subscription_id","requested_at");--> statement-breakpoint
CREATE INDEX "subscription_requests_requested_idx" ON "subscription_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_open_unique" ON "subscriptions" USING btree (coalesce("user_id"::text, "customer_id")) WHERE "subscriptions"."is_open" and "subscriptions"."duplicate_of" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_customer_idx" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE VIEW "public"."customer_owners" AS (select id as customer_id, user_id, true as is_claimed from customers where user_id is not null
    union all
    select customer.id, account.id, false from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    ));