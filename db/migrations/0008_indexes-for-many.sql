CREATE INDEX "sessions_not_after_idx" ON "sessions" USING btree ("not_after") WHERE "sessions"."not_after" is not null;--> statement-breakpoint
CREATE INDEX "users_sso_email_idx" ON "users" USING btree ("email") WHERE "users"."is_sso";--> statement-breakpoint
CREATE INDEX "orders_subscription_idx" ON "orders" USING btree ("subscription_id","ordered_at");