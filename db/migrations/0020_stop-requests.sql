CREATE TABLE "post_stop_requests" (
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"words" text NOT NULL,
	"via" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "post_stop_requests_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_stop_requests_words_some" CHECK ("post_stop_requests"."words" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "post_stop_requests" ADD CONSTRAINT "post_stop_requests_decision_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_decisions"("post_id","version") ON DELETE cascade ON UPDATE no action;