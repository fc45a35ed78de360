DROP INDEX "promises_event_unique";--> statement-breakpoint
ALTER TABLE "promises" ALTER COLUMN "started_by_event" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "promises_report_unique" ON "promises" USING btree ("subject_id","rule","due_at") WHERE "promises"."started_by_event" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "promises_event_unique" ON "promises" USING btree ("started_by_event","rule","subject_id");