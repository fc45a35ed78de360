CREATE TABLE "operator_photos" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "operator_photos_id_unique" UNIQUE("id"),
	CONSTRAINT "operator_photos_bytes_small" CHECK (octet_length("operator_photos"."bytes") between 1 and 12000)
);
--> statement-breakpoint
ALTER TABLE "operator_photos" ADD CONSTRAINT "operator_photos_user_id_operators_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("user_id") ON DELETE cascade ON UPDATE no action;