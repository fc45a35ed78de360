ALTER TABLE "posts" ADD CONSTRAINT "posts_business_unique" UNIQUE("id","business_id");--> statement-breakpoint
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
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_version_fk" FOREIGN KEY ("post_id","version") REFERENCES "public"."post_versions"("post_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_post_fk" FOREIGN KEY ("post_id","business_id") REFERENCES "public"."posts"("id","business_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version_media" ADD CONSTRAINT "post_version_media_media_fk" FOREIGN KEY ("media_id","business_id") REFERENCES "public"."media"("id","business_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_version_media_media_idx" ON "post_version_media" USING btree ("media_id");
