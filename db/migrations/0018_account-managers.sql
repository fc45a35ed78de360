CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hours" text NOT NULL,
	"whats_app" text,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "account_manager_id" uuid;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_account_manager_id_operators_user_id_fk" FOREIGN KEY ("account_manager_id") REFERENCES "public"."operators"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "businesses_account_manager_idx" ON "businesses" USING btree ("account_manager_id");