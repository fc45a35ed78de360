ALTER TABLE "businesses" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "enquiry_id" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_enquiry_id_form_submissions_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."form_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_enquiry_id_unique" UNIQUE("enquiry_id");--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_one_owner" CHECK (num_nonnulls("businesses"."user_id", "businesses"."enquiry_id") = 1);