ALTER TABLE "approvals" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "shown" jsonb;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "entered_by_id" uuid;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_entered_by_id_admins_id_fk" FOREIGN KEY ("entered_by_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Who entered a request for somebody at the counter, from the trail; nobody where the citizen sent it last.
UPDATE kyc_requests r SET entered_by_id = t.admin_id FROM (
  SELECT DISTINCT ON (record_id) record_id, admin_id, action FROM audit_trails
  WHERE record_type = 'kyc' AND outcome = 'done'
    AND action IN ('kyc.submit', 'kyc.resubmit', 'kyc.submitFromApp', 'kyc.resubmitFromApp')
  ORDER BY record_id, id DESC
) t WHERE t.record_id = r.id::text AND t.action IN ('kyc.submit', 'kyc.resubmit') AND t.admin_id IS NOT NULL;
