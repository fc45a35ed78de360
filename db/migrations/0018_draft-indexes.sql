CREATE INDEX CONCURRENTLY IF NOT EXISTS "post_versions_planned_idx" ON "post_versions" USING btree ("planned_on","planned_time","post_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "posts_assignee_idx" ON "posts" USING btree ("assignee_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "post_versions_planned_on_idx";
--> statement-breakpoint
ALTER TABLE "posts" VALIDATE CONSTRAINT "posts_assignee_id_operators_user_id_fk";
