CREATE TABLE "form_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"request_hash" text DEFAULT '' NOT NULL,
	"form_type" text NOT NULL,
	"email" text NOT NULL,
	"payload" jsonb NOT NULL,
	"conversion" jsonb,
	"auto_reply_claimed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_submissions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"channel" text NOT NULL,
	"cause" text NOT NULL,
	"alerted_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"example" text NOT NULL,
	"tried_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "alert_deliveries_channel_cause_alerted_at_pk" PRIMARY KEY("channel","cause","alerted_at")
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
CREATE TABLE "bulk_replay_events" (
	"bulk_replay_id" text NOT NULL,
	"event_id" text NOT NULL,
	"outcome" text,
	CONSTRAINT "bulk_replay_events_bulk_replay_id_event_id_pk" PRIMARY KEY("bulk_replay_id","event_id"),
	CONSTRAINT "bulk_replay_events_outcome_known" CHECK ("bulk_replay_events"."outcome" in ('replayed', 'in_doubt', 'expired', 'nothing_to_do', 'error'))
);
--> statement-breakpoint
CREATE TABLE "bulk_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"filters" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"stopped_by" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_requests" (
	"route" text NOT NULL,
	"outcome" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "edge_requests_route_outcome_pk" PRIMARY KEY("route","outcome")
);
--> statement-breakpoint
CREATE TABLE "effect_attempts" (
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"number" integer NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"error" text,
	"http_status" integer,
	"message" text,
	CONSTRAINT "effect_attempts_event_id_effect_number_pk" PRIMARY KEY("event_id","effect","number"),
	CONSTRAINT "effect_attempts_outcome_known" CHECK ("effect_attempts"."outcome" in ('completed', 'failed', 'dead_lettered', 'deferred'))
);
--> statement-breakpoint
CREATE TABLE "event_effects" (
	"event_id" text NOT NULL,
	"effect" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotency_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"worker" text,
	"last_error" text,
	"external_id" text,
	"completed_at" timestamp with time zone,
	CONSTRAINT "event_effects_event_id_effect_pk" PRIMARY KEY("event_id","effect"),
	CONSTRAINT "event_effects_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "event_effects_status_known" CHECK ("event_effects"."status" in ('pending', 'completed', 'dead_lettered', 'skipped'))
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
	"correlation_id" text NOT NULL,
	"traceparent" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"publish_count" integer DEFAULT 0 NOT NULL,
	"next_publish_at" timestamp with time zone NOT NULL,
	"dispatched_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"dead_lettered_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "outbox_events_traceparent_valid" CHECK ("outbox_events"."traceparent" ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$')
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"cause" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL
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
CREATE TABLE "invariant_checks" (
	"invariant" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"violations" integer NOT NULL,
	"examples" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
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
	"recovery_code_hashes" text[],
	"failed_attempts" smallint DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_challenged_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mfa_factors_type_known" CHECK ("mfa_factors"."factor_type" in ('totp', 'phone', 'recovery_code')),
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
	"code_attempts" smallint DEFAULT 0 NOT NULL,
	"is_pkce" boolean DEFAULT false NOT NULL,
	"redirect_to" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('confirmation', 'recovery', 'email_change_new', 'email_change_current',
        'phone_confirmation', 'phone_change', 'reauthentication'))
);
--> statement-breakpoint
CREATE TABLE "redeemed_id_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "webauthn_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"challenge" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webauthn_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"aaguid" uuid,
	"sign_count" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"backup_eligible" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"friendly_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "webauthn_credentials_credential_id_unique" UNIQUE("credential_id")
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
	"is_email_refused" boolean DEFAULT false NOT NULL,
	"card_id" text,
	"claimed_card_id" text,
	"invoice_email" text,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"balance_pence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_guest_key_unique" UNIQUE("guest_key"),
	CONSTRAINT "customers_origin_known" CHECK ("customers"."origin" in ('account', 'guest'))
);
--> statement-breakpoint
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
CREATE TABLE "drift_checks" (
	"kind" text PRIMARY KEY NOT NULL,
	"step" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"busy_until" timestamp with time zone,
	"part" text NOT NULL,
	"after" text NOT NULL,
	"expected" integer NOT NULL,
	"customers" integer NOT NULL,
	"drifted" integer NOT NULL,
	"unknown" integer NOT NULL,
	"unknown_subscription_ids" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guarantee_claims" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"refund_request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"number" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"invoice_url" text,
	"status" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"refunded_pence" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"card_fingerprint" text,
	"ordered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('completed', 'pending', 'void', 'uncollectible', 'refunded', 'partially_refunded'))
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
	"decision_reason" text,
	"decided_by" uuid,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "refund_requests_state_known" CHECK ("refund_requests"."state" in ('asked', 'approved', 'declined', 'disputed', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "renewal_notices" (
	"subscription_id" text NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renewal_notices_subscription_id_period_end_pk" PRIMARY KEY("subscription_id","period_end")
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
	"anchor_at" timestamp with time zone,
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
	"is_comeback" boolean DEFAULT false NOT NULL,
	"has_ended_unpaid" boolean DEFAULT false NOT NULL,
	"second_of" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid',
        'paused'))
);
--> statement-breakpoint
CREATE TABLE "promises" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" text NOT NULL,
	"subject_id" text NOT NULL,
	"started_by_event" text,
	"started_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"warn_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	"missed_at" timestamp with time zone,
	"kept_by_event" text,
	"kept_at" timestamp with time zone,
	"kept_by" text,
	"released_by_event" text,
	"released_reason" text,
	"released_at" timestamp with time zone,
	CONSTRAINT "promises_kept_by_event" CHECK (("promises"."kept_at" is null) = ("promises"."kept_by_event" is null)),
	CONSTRAINT "promises_released_by_one" CHECK (num_nonnulls("promises"."released_by_event", "promises"."released_reason") = num_nonnulls("promises"."released_at")),
	CONSTRAINT "promises_ended_once" CHECK ("promises"."kept_at" is null or "promises"."released_at" is null),
	CONSTRAINT "promises_missed_when_due" CHECK ("promises"."missed_at" >= "promises"."due_at")
);
--> statement-breakpoint
CREATE TABLE "operator_photos" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "operator_photos_id_unique" UNIQUE("id"),
	CONSTRAINT "operator_photos_bytes_small" CHECK (octet_length("operator_photos"."bytes") between 1 and 12000)
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hours" text NOT NULL,
	"whats_app" text,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvers" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approvers_email_lower" CHECK ("approvers"."email" = lower("approvers"."email"))
);
--> statement-breakpoint
CREATE TABLE "brief_versions" (
	"business_id" text NOT NULL,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	CONSTRAINT "brief_versions_business_id_version_pk" PRIMARY KEY("business_id","version"),
	CONSTRAINT "brief_versions_counts_positive" CHECK ("brief_versions"."version" > 0 and "brief_versions"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"enquiry_id" text,
	"account_manager_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "businesses_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "businesses_enquiry_id_unique" UNIQUE("enquiry_id"),
	CONSTRAINT "businesses_one_owner" CHECK (num_nonnulls("businesses"."user_id", "businesses"."enquiry_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "post_decisions" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"decision" text NOT NULL,
	"words" text,
	"decided_at" timestamp with time zone NOT NULL,
	"via" text DEFAULT 'calendar' NOT NULL,
	"approver_id" text,
	"decided_by" text,
	"announced_event_id" text,
	CONSTRAINT "post_decisions_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_decisions_decision_unique" UNIQUE("post_id","version","content_hash","decision"),
	CONSTRAINT "post_decisions_approver_named" CHECK ("post_decisions"."approver_id" is null or "post_decisions"."decided_by" is not null),
	CONSTRAINT "post_decisions_words_of_changes" CHECK (case "post_decisions"."decision" when 'approved' then "post_decisions"."words" is null
        when 'changes_requested' then coalesce("post_decisions"."words" ~ '\S', false) else false end)
);
--> statement-breakpoint
CREATE TABLE "post_publications" (
	"post_id" text NOT NULL,
	"platform" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"decision" text DEFAULT 'approved' NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "post_publications_post_id_platform_pk" PRIMARY KEY("post_id","platform"),
	CONSTRAINT "post_publications_approved" CHECK ("post_publications"."decision" = 'approved'),
	CONSTRAINT "post_publications_url_https" CHECK ("post_publications"."url" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "post_versions" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"format" text DEFAULT 'post' NOT NULL,
	"text" text NOT NULL,
	"platforms" text[] NOT NULL,
	"planned_on" date NOT NULL,
	"planned_time" time(0) NOT NULL,
	"content_hash" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_by" text NOT NULL,
	CONSTRAINT "post_versions_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_versions_content_unique" UNIQUE("post_id","version","content_hash"),
	CONSTRAINT "post_versions_format_known" CHECK ("post_versions"."format" in ('post', 'reel')),
	CONSTRAINT "post_versions_version_positive" CHECK ("post_versions"."version" > 0),
	CONSTRAINT "post_versions_platforms_some" CHECK (cardinality("post_versions"."platforms") > 0),
	CONSTRAINT "post_versions_content_hash_hex" CHECK ("post_versions"."content_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"rest_left_out_at" timestamp with time zone,
	CONSTRAINT "posts_version_unique" UNIQUE("id","version"),
	CONSTRAINT "posts_business_unique" UNIQUE("id","business_id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"upload_id" text,
	"type" text,
	"sha256" text,
	"width" integer,
	"height" integer,
	"seconds" integer,
	"refusal" text,
	"uploaded_by" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "media_business_unique" UNIQUE("id","business_id"),
	CONSTRAINT "media_bytes_positive" CHECK ("media"."bytes" > 0),
	CONSTRAINT "media_state" CHECK (case "media"."state" when 'uploading' then true when 'checking' then "media"."type" is not null
        when 'ready' then "media"."type" is not null and coalesce("media"."sha256" ~ '^[0-9a-f]{64}$', false)
        when 'refused' then "media"."refusal" is not null else false end)
);
--> statement-breakpoint
CREATE TABLE "post_version_media" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	"media_id" text NOT NULL,
	"business_id" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "post_version_media_post_id_version_position_pk" PRIMARY KEY("post_id","version","position"),
	CONSTRAINT "post_version_media_once" UNIQUE("post_id","version","media_id")
);
--> statement-breakpoint
CREATE TABLE "removed_media" (
	"id" text PRIMARY KEY NOT NULL,
	"upload_id" text,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"media_id" text NOT NULL,
	"part" integer NOT NULL,
	"etag" text NOT NULL,
	CONSTRAINT "upload_parts_media_id_part_pk" PRIMARY KEY("media_id","part")
);
--> statement-breakpoint
CREATE TABLE "post_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"author" text NOT NULL,
	"author_name" text,
	"text" text NOT NULL,
	"client_key" uuid NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"announced_event_id" text,
	CONSTRAINT "post_comments_client_key_unique" UNIQUE("post_id","client_key"),
	CONSTRAINT "post_comments_author_known" CHECK (case "post_comments"."author" when 'user' then "post_comments"."author_name" is null
        when 'approver' then "post_comments"."author_name" is not null when 'operator' then true else false end)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"number" integer NOT NULL,
	"revision" integer NOT NULL,
	"saves" integer NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"words" text NOT NULL,
	"figures" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "reports_revision_unique" UNIQUE("business_id","number","revision"),
	CONSTRAINT "reports_counts_positive" CHECK ("reports"."number" > 0 and "reports"."revision" > 0 and "reports"."saves" > 0),
	CONSTRAINT "reports_thirty_days" CHECK ("reports"."until_day" = "reports"."from_day" + 29),
	CONSTRAINT "reports_published_words" CHECK ("reports"."published_at" is null or "reports"."words" ~ '\S')
);
--> statement-breakpoint
CREATE TABLE "approval_link_posts" (
	"link_id" text NOT NULL,
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "approval_link_posts_link_id_post_id_pk" PRIMARY KEY("link_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "approval_links" (
	"id" text PRIMARY KEY NOT NULL,
	"business_id" text NOT NULL,
	"approver_id" text,
	"token_hash" text NOT NULL,
	"event_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mail_due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone,
	CONSTRAINT "approval_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "approval_links_event_unique" UNIQUE NULLS NOT DISTINCT("event_id","approver_id"),
	CONSTRAINT "approval_links_token_hash_hex" CHECK ("approval_links"."token_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "approval_links_expires_later" CHECK ("approval_links"."expires_at" > "approval_links"."mail_due_at")
);
--> statement-breakpoint
CREATE TABLE "resend_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"email_id" text,
	"event_id" text,
	"effect" text,
	"bounce_type" text,
	"bounce_sub_type" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undeliverable_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	"retried_at" timestamp with time zone,
	CONSTRAINT "undeliverable_addresses_reason_known" CHECK ("undeliverable_addresses"."reason" in ('suppressed', 'bounced', 'complained'))
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"views" integer NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "page_views_day_path_pk" PRIMARY KEY("day","path"),
	CONSTRAINT "page_views_counted" CHECK ("page_views"."visits" between 0 and "page_views"."views")
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
ALTER TABLE "webauthn_challenges" ADD CONSTRAINT "webauthn_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_credentials" ADD CONSTRAINT "webauthn_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_expiry_notices" ADD CONSTRAINT "card_expiry_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_offers" ADD CONSTRAINT "retention_offers_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD CONSTRAINT "subscription_items_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_photos" ADD CONSTRAINT "operator_photos_user_id_operators_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brief_versions" ADD CONSTRAINT "brief_versions_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_enquiry_id_form_submissions_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."form_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_account_manager_id_operators_user_id_fk" FOREIGN KEY ("account_manager_id") REFERENCES "public"."operators"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD CONSTRAINT "post_decisions_approver_id_approvers_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."approvers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_decisions" ADD CONSTRAINT "post_decisions_content_fk" FOREIGN KEY ("post_id","version","content_hash") REFERENCES "public"."post_versions"("post_id","version","content_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_publications" ADD CONSTRAINT "post_publications_approval_fk" FOREIGN KEY ("post_id","version","content_hash","decision") REFERENCES "public"."post_decisions"("post_id","version","content_hash","decision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_publications" ADD CONSTRAINT "post_publications_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."posts"("id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_post_fk" FOREIGN KEY ("post_id","business_id") REFERENCES "public"."posts"("id","business_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_media_fk" FOREIGN KEY ("media_id","business_id") REFERENCES "public"."media"("id","business_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_comments" ADD CONSTRAINT "post_comments_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_link_id_approval_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."approval_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_approver_id_approvers_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."approvers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "form_submissions_auto_reply_unique" ON "form_submissions" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@'),(("created_at" at time zone 'UTC')::date)) WHERE "form_submissions"."auto_reply_claimed" and "form_submissions"."email" <> 'erased@invalid';--> statement-breakpoint
CREATE INDEX "form_submissions_email_idx" ON "form_submissions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "form_submissions_created_idx" ON "form_submissions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "form_submissions_conversion_idx" ON "form_submissions" USING btree ("created_at") WHERE "form_submissions"."conversion" is not null;--> statement-breakpoint
CREATE INDEX "form_submissions_name_idx" ON "form_submissions" USING btree (lower(("payload"->>'first_name') || ' ' || ("payload"->>'last_name')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "form_submissions_last_name_idx" ON "form_submissions" USING btree (lower("payload"->>'last_name') text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_effect_once_idx" ON "audit_log" USING btree ("event_id","action") WHERE "audit_log"."action" like 'effect.%';--> statement-breakpoint
CREATE INDEX "audit_log_event_idx" ON "audit_log" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "bulk_replay_events_open_idx" ON "bulk_replay_events" USING btree ("bulk_replay_id","event_id") WHERE "bulk_replay_events"."outcome" is null;--> statement-breakpoint
CREATE INDEX "bulk_replays_running_idx" ON "bulk_replays" USING btree ("requested_at") WHERE "bulk_replays"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "event_effects_dead_lettered_idx" ON "event_effects" USING btree ("event_id") WHERE "event_effects"."status" = 'dead_lettered';--> statement-breakpoint
CREATE INDEX "event_effects_external_idx" ON "event_effects" USING btree ("external_id") WHERE "event_effects"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_events_open_idx" ON "outbox_events" USING btree ("next_publish_at") WHERE "outbox_events"."completed_at" is null and "outbox_events"."dead_lettered_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_events_occurred_idx" ON "outbox_events" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "outbox_events_type_idx" ON "outbox_events" USING btree ("type","occurred_at","id");--> statement-breakpoint
CREATE INDEX "outbox_events_aggregate_idx" ON "outbox_events" USING btree ("aggregate_id");--> statement-breakpoint
CREATE INDEX "outbox_events_correlation_idx" ON "outbox_events" USING btree ("correlation_id","occurred_at","id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "mfa_factors_recovery_unique" ON "mfa_factors" USING btree ("user_id") WHERE "mfa_factors"."factor_type" = 'recovery_code';--> statement-breakpoint
CREATE INDEX "mfa_factors_user_idx" ON "mfa_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_purpose_unique" ON "one_time_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_tokens_code_idx" ON "one_time_tokens" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "one_time_tokens_relates_idx" ON "one_time_tokens" USING btree ("relates_to");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_idx" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "redeemed_id_tokens_expires_idx" ON "redeemed_id_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_refreshed_idx" ON "sessions" USING btree (coalesce("refreshed_at", "created_at"));--> statement-breakpoint
CREATE INDEX "sessions_not_after_idx" ON "sessions" USING btree ("not_after") WHERE "sessions"."not_after" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email") WHERE not "users"."is_sso";--> statement-breakpoint
CREATE INDEX "users_sso_email_idx" ON "users" USING btree ("email") WHERE "users"."is_sso";--> statement-breakpoint
CREATE INDEX "users_mailbox_idx" ON "users" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@')) WHERE not "users"."is_sso";--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_unique" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower(("user_metadata"->>'first_name') || ' ' || ("user_metadata"->>'last_name')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_idx" ON "users" USING btree (lower("user_metadata"->>'last_name') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_unconfirmed_idx" ON "users" USING btree ("created_at") WHERE "users"."email_confirmed_at" is null and "users"."phone_confirmed_at" is null and "users"."last_sign_in_at" is null
          and "users"."deleted_at" is null and not "users"."is_anonymous";--> statement-breakpoint
CREATE INDEX "users_anonymous_idx" ON "users" USING btree ("created_at") WHERE "users"."is_anonymous";--> statement-breakpoint
CREATE INDEX "webauthn_challenges_user_idx" ON "webauthn_challenges" USING btree ("user_id") WHERE "webauthn_challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "webauthn_challenges_expires_idx" ON "webauthn_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webauthn_credentials_user_idx" ON "webauthn_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_basket_unique" ON "checkout_sessions" USING btree ("owner_key","basket_hash") WHERE "checkout_sessions"."state" in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "checkout_sessions_customer_idx" ON "checkout_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_created_idx" ON "checkout_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "checkout_sessions_conversion_idx" ON "checkout_sessions" USING btree ("created_at") WHERE "checkout_sessions"."conversion" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_account_unique" ON "customers" USING btree ("user_id") WHERE "customers"."origin" = 'account' and not "customers"."is_deleted";--> statement-breakpoint
CREATE INDEX "customers_user_idx" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "customers_mailbox_idx" ON "customers" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@'));--> statement-breakpoint
CREATE INDEX "customers_synced_idx" ON "customers" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "disputes_customer_idx" ON "disputes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "disputes_order_idx" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_opened_idx" ON "disputes" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "disputes_due_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('warning_needs_response', 'needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ("customer_id","ordered_at");--> statement-breakpoint
CREATE INDEX "orders_subscription_idx" ON "orders" USING btree ("subscription_id","ordered_at");--> statement-breakpoint
CREATE INDEX "orders_card_idx" ON "orders" USING btree ("card_fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_subscription_unique" ON "refund_requests" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refund_requests_user_idx" ON "refund_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refund_requests_customer_idx" ON "refund_requests" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "refund_requests_asked_idx" ON "refund_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "refund_requests_undecided_idx" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" in ('asked', 'disputed');--> statement-breakpoint
CREATE INDEX "refund_requests_approved_idx" ON "refund_requests" USING btree ("requested_at") WHERE "refund_requests"."state" = 'approved';--> statement-breakpoint
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
CREATE UNIQUE INDEX "subscriptions_one_open_unique" ON "subscriptions" USING btree (coalesce("user_id"::text, "customer_id")) WHERE "subscriptions"."is_open" and "subscriptions"."duplicate_of" is null and "subscriptions"."price_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_customer_idx" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_past_due_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."status" = 'past_due';--> statement-breakpoint
CREATE INDEX "subscriptions_created_idx" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_duplicate_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."duplicate_of" is not null and "subscriptions"."is_open";--> statement-breakpoint
CREATE UNIQUE INDEX "promises_event_unique" ON "promises" USING btree ("started_by_event","rule","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promises_report_unique" ON "promises" USING btree ("subject_id","rule","due_at") WHERE "promises"."started_by_event" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "promises_one_open_unique" ON "promises" USING btree ("subject_id","rule") WHERE "promises"."kept_at" is null and "promises"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promises_open_idx" ON "promises" USING btree ("due_at") WHERE "promises"."kept_at" is null and "promises"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promises_kept_idx" ON "promises" USING btree ("kept_at") WHERE "promises"."kept_at" is not null;--> statement-breakpoint
CREATE INDEX "promises_started_idx" ON "promises" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "promises_subject_idx" ON "promises" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvers_email_unique" ON "approvers" USING btree ("business_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "brief_versions_unsubmitted_unique" ON "brief_versions" USING btree ("business_id") WHERE "brief_versions"."submitted_at" is null;--> statement-breakpoint
CREATE INDEX "businesses_account_manager_idx" ON "businesses" USING btree ("account_manager_id");--> statement-breakpoint
CREATE INDEX "post_decisions_approver_idx" ON "post_decisions" USING btree ("approver_id");--> statement-breakpoint
CREATE INDEX "post_decisions_announced_event_idx" ON "post_decisions" USING btree ("announced_event_id");--> statement-breakpoint
CREATE INDEX "post_versions_planned_on_idx" ON "post_versions" USING btree ("planned_on");--> statement-breakpoint
CREATE INDEX "posts_business_idx" ON "posts" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "media_business_idx" ON "media" USING btree ("business_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_unfinished_unique" ON "media" USING btree ("business_id","fingerprint") WHERE "media"."state" = 'uploading';--> statement-breakpoint
CREATE INDEX "post_version_media_media_idx" ON "post_version_media" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "post_comments_announced_event_idx" ON "post_comments" USING btree ("announced_event_id","written_at");--> statement-breakpoint
CREATE INDEX "post_comments_customers_idx" ON "post_comments" USING btree ("written_at") WHERE "post_comments"."author" <> 'operator';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_draft_unique" ON "reports" USING btree ("business_id","number") WHERE "reports"."published_at" is null;--> statement-breakpoint
CREATE INDEX "approval_link_posts_post_idx" ON "approval_link_posts" USING btree ("post_id","version");--> statement-breakpoint
CREATE INDEX "approval_links_business_idx" ON "approval_links" USING btree ("business_id","mail_due_at");--> statement-breakpoint
CREATE INDEX "approval_links_approver_idx" ON "approval_links" USING btree ("approver_id");--> statement-breakpoint
CREATE INDEX "approval_links_expires_at_idx" ON "approval_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "resend_events_email_idx" ON "resend_events" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "resend_events_effect_idx" ON "resend_events" USING btree ("event_id","effect");--> statement-breakpoint
CREATE INDEX "resend_events_received_idx" ON "resend_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "resend_events_undelivered_idx" ON "resend_events" USING btree ("received_at") WHERE "resend_events"."type" in ('email.bounced', 'email.complained', 'email.failed', 'email.suppressed');--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_changed_idx" ON "undeliverable_addresses" USING btree ("changed_at");--> statement-breakpoint
CREATE VIEW "public"."customer_owners" AS (select id as customer_id, user_id from customers where user_id is not null);--> statement-breakpoint
CREATE VIEW "public"."unclaimed_customers" AS (select customer.id as customer_id, account.id as user_id from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    ));