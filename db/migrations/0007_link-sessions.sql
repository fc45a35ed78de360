ALTER TABLE "flow_states" ADD COLUMN "link_session_id" uuid;--> statement-breakpoint
ALTER TABLE "flow_states" ADD COLUMN "pending_identity" jsonb;--> statement-breakpoint
ALTER TABLE "flow_states" ADD CONSTRAINT "flow_states_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_states_link_session_idx" ON "flow_states" USING btree ("link_session_id") WHERE "flow_states"."link_session_id" is not null;