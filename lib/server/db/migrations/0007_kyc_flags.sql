DROP INDEX "kyc_requests_flags";--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_duplicate_number" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'duplicate_number' = any("kyc_requests"."flags");--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_duplicate_photo" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'duplicate_photo' = any("kyc_requests"."flags");--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_under_18" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'under_18' = any("kyc_requests"."flags");--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_name_differs" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'name_differs' = any("kyc_requests"."flags");--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_document_expired" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'document_expired' = any("kyc_requests"."flags");--> statement-breakpoint
CREATE INDEX "kyc_requests_flag_many_requests" ON "kyc_requests" USING btree ("submitted_at","id") WHERE 'many_requests' = any("kyc_requests"."flags");