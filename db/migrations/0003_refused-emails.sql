ALTER TABLE "customers" ADD COLUMN "is_email_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_mailbox_idx" ON "users" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@')) WHERE not "users"."is_sso";--> statement-breakpoint
CREATE INDEX "customers_mailbox_idx" ON "customers" USING btree (regexp_replace(lower("email"), '\+[^@]*@', '@'));--> statement-breakpoint
CREATE INDEX "orders_card_idx" ON "orders" USING btree ("card_fingerprint");