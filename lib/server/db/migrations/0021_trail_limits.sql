-- NOT VALID: a trail that has longer rows already keeps them, since nobody may change one; what comes from now on is held
-- to the limits. Never validate them on such a trail.
ALTER TABLE "audit_trails" ADD CONSTRAINT "audit_trails_texts" CHECK (char_length("audit_trails"."action") <= 100 and char_length("audit_trails"."refusal") <= 2000 and char_length("audit_trails"."record_type") <= 60 and char_length("audit_trails"."record_id") <= 200 and char_length("audit_trails"."record_name") <= 300 and char_length("audit_trails"."admin_name") <= 200 and char_length("audit_trails"."address") <= 100 and char_length("audit_trails"."device") <= 400 and char_length("audit_trails"."request_id") <= 100) NOT VALID;
--> statement-breakpoint
ALTER TABLE "audit_trails" ADD CONSTRAINT "audit_trails_before" CHECK (octet_length("audit_trails"."before"::text) <= 24000) NOT VALID;
--> statement-breakpoint
ALTER TABLE "audit_trails" ADD CONSTRAINT "audit_trails_after" CHECK (octet_length("audit_trails"."after"::text) <= 24000) NOT VALID;
--> statement-breakpoint
ALTER TABLE "user_activities" ADD CONSTRAINT "user_activities_texts" CHECK (char_length("user_activities"."name") <= 200 and char_length("user_activities"."last_action") <= 100) NOT VALID;
