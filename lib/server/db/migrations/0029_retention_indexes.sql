ALTER TABLE "exports" ADD COLUMN "progress_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "broadcast_opens_at" ON "broadcast_opens" USING btree ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "announcement_reads_at" ON "announcement_reads" USING btree ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "faq_votes_at" ON "faq_votes" USING btree ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "kyc_requests_origin" ON "kyc_requests" USING btree ("submitted_at") WHERE "kyc_requests"."submitted_device" is not null or "kyc_requests"."submitted_address" is not null;