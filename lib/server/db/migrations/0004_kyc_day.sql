DROP INDEX "kyc_requests_decided";--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "risk" integer GENERATED ALWAYS AS (case when 'duplicate_photo' = any(flags) then 100 else 0 end + case when 'duplicate_number' = any(flags) then 100 else 0 end + case when 'many_requests' = any(flags) then 40 else 0 end + case when 'under_18' = any(flags) then 30 else 0 end + case when 'document_expired' = any(flags) then 20 else 0 end + case when 'name_differs' = any(flags) then 10 else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "kyc_requests_open_clean" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review') and "kyc_requests"."flags" = '{}';--> statement-breakpoint
CREATE INDEX "kyc_requests_open_risk" ON "kyc_requests" USING btree ("risk" DESC NULLS FIRST,"submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review') and "kyc_requests"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "kyc_requests_risk" ON "kyc_requests" USING btree ("risk" DESC NULLS FIRST,"submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_flags" ON "kyc_requests" USING gin ("flags") WHERE "kyc_requests"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "kyc_requests_active" ON "kyc_requests" USING btree ("active_at") WHERE "kyc_requests"."state" = 'in_review';--> statement-breakpoint
CREATE INDEX "kyc_requests_decided" ON "kyc_requests" USING btree ("decided_at","decided_by_id","state","submitted_at","claimed_at");--> statement-breakpoint
-- Takes the time of the claim from the audit trail, except for old decisions, where nothing needs it. Open reviews count as
-- active now, so that none is released immediately.
UPDATE kyc_requests k SET active_at = coalesce(k.decided_at, now()), claimed_at = coalesce(
  (SELECT max(a.at) FROM audit_trails a
    WHERE a.record_type = 'kyc' AND a.record_id = k.id::text AND a.outcome = 'done'
      AND a.action IN ('kyc.claim', 'kyc.next', 'kyc.check', 'kyc.assign', 'kyc.reopen')
      AND a.after ->> 'assignee' = k.assignee_id::text),
  CASE WHEN k.state = 'in_review' THEN k.submitted_at END)
WHERE k.assignee_id IS NOT NULL AND (k.state = 'in_review' OR k.decided_at > now() - interval '8 days');
