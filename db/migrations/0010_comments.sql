CREATE TABLE "post_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"post_id" text NOT NULL,
	"version" integer NOT NULL,
	"author" text NOT NULL,
	"author_name" text,
	"text" text NOT NULL,
	"client_key" uuid NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"announced_by_event" text,
	CONSTRAINT "post_comments_client_key_unique" UNIQUE("post_id","client_key"),
	CONSTRAINT "post_comments_author_known" CHECK (case "post_comments"."author" when 'user' then "post_comments"."author_name" is null
        when 'approver' then "post_comments"."author_name" is not null when 'operator' then true else false end)
);
--> statement-breakpoint
ALTER TABLE "post_comments" ADD CONSTRAINT "post_comments_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_comments_announced_idx" ON "post_comments" USING btree ("announced_by_event","written_at");