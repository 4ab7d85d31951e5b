DROP INDEX "ireports_submitted";--> statement-breakpoint
DROP INDEX "ireports_open";--> statement-breakpoint
DROP INDEX "ireports_resolved";--> statement-breakpoint
DROP INDEX "ireports_acknowledged";--> statement-breakpoint
DROP INDEX "ireports_reopened";--> statement-breakpoint
CREATE INDEX "ireports_priority" ON "ireports" USING btree ("priority","closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_escalated" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."escalated_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_rated" ON "ireports" USING btree ("rated_at","rating","category_id","owner_id") WHERE "ireports"."rated_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_reopened_due" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."reopened_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_submitted" ON "ireports" USING btree ("submitted_at","id","category_id","lga","owner_id","closed","due_at");--> statement-breakpoint
CREATE INDEX "ireports_open" ON "ireports" USING btree ("lga","category_id","due_at","state_due_at","state","owner_id","escalated_at") WHERE "ireports"."state" in ('submitted', 'acknowledged', 'in_progress', 'waiting_for_citizen');--> statement-breakpoint
CREATE INDEX "ireports_resolved" ON "ireports" USING btree ("resolved_at","submitted_at","category_id","owner_id") WHERE "ireports"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_acknowledged" ON "ireports" USING btree ("acknowledged_at","submitted_at","category_id","owner_id") WHERE "ireports"."acknowledged_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_reopened" ON "ireports" USING btree ("reopened_at","category_id","owner_id") WHERE "ireports"."reopened_at" is not null;