CREATE TABLE "refusals" (
	"cause" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redeemed_id_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
DROP VIEW "public"."customer_owners";--> statement-breakpoint
ALTER TABLE "mfa_factors" DROP CONSTRAINT "mfa_factors_type_known";--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD COLUMN "recovery_code_hashes" text[];--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD COLUMN "failed_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "code_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "card_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "claimed_card_id" text;--> statement-breakpoint
ALTER TABLE "webauthn_challenges" ADD CONSTRAINT "webauthn_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_credentials" ADD CONSTRAINT "webauthn_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "redeemed_id_tokens_expires_idx" ON "redeemed_id_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webauthn_challenges_user_idx" ON "webauthn_challenges" USING btree ("user_id") WHERE "webauthn_challenges"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "webauthn_challenges_expires_idx" ON "webauthn_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webauthn_credentials_user_idx" ON "webauthn_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_recovery_unique" ON "mfa_factors" USING btree ("user_id") WHERE "mfa_factors"."factor_type" = 'recovery_code';--> statement-breakpoint
CREATE INDEX "one_time_tokens_relates_idx" ON "one_time_tokens" USING btree ("relates_to");--> statement-breakpoint
CREATE INDEX "users_unconfirmed_idx" ON "users" USING btree ("created_at") WHERE "users"."email_confirmed_at" is null and "users"."phone_confirmed_at" is null and "users"."last_sign_in_at" is null
          and "users"."deleted_at" is null and not "users"."is_anonymous";--> statement-breakpoint
ALTER TABLE "mfa_factors" ADD CONSTRAINT "mfa_factors_type_known" CHECK ("mfa_factors"."factor_type" in ('totp', 'phone', 'recovery_code'));--> statement-breakpoint
CREATE VIEW "public"."unclaimed_customers" AS (select customer.id as customer_id, account.id as user_id from customers customer
    join users account on account.email = customer.email and not account.is_sso and account.deleted_at is null
      and account.email_confirmed_at is not null
    where customer.user_id is null and exists (
      select from identities identity where identity.user_id = account.id and identity.email = account.email
        and identity.identity_data->>'email_verified' = 'true'
    ));--> statement-breakpoint
CREATE VIEW "public"."customer_owners" AS (select id as customer_id, user_id from customers where user_id is not null);