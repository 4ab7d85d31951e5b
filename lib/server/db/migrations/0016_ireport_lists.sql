DROP INDEX "ireports_priority";--> statement-breakpoint
CREATE INDEX "ireports_number_order" ON "ireports" USING btree (length("number"),"number");--> statement-breakpoint
CREATE INDEX "ireports_urgency" ON "ireports" USING btree ("closed",(case "priority" when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end),"due_at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_ireport_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'ireport' and outcome = 'done'
  and after ?| array['state', 'owner', 'priority', 'category', 'note', 'message', 'rating', 'escalated', 'original'];