CREATE TABLE "booked_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"customer_id" text,
	"enquiry_id" text,
	"starts_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "booked_calls_one_person" CHECK (num_nonnulls("booked_calls"."user_id", "booked_calls"."customer_id", "booked_calls"."enquiry_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "booked_calls" ADD CONSTRAINT "booked_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booked_calls_user_idx" ON "booked_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "booked_calls_starts_idx" ON "booked_calls" USING btree ("starts_at");