CREATE TABLE "kyc_checks" (
	"kyc_id" uuid NOT NULL,
	"item" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kyc_checks_kyc_id_item_pk" PRIMARY KEY("kyc_id","item")
);
--> statement-breakpoint
CREATE TABLE "kyc_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kyc_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_days" (
	"list" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"rows" integer NOT NULL,
	CONSTRAINT "list_days_list_day_pk" PRIMARY KEY("list","day")
);
--> statement-breakpoint
DROP INDEX "kyc_requests_decided";--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kyc_notes_kyc" ON "kyc_notes" USING btree ("kyc_id","at");--> statement-breakpoint
CREATE INDEX "kyc_requests_identity_type" ON "kyc_requests" USING btree ("identity_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_unassigned" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."state" = 'pending' and "kyc_requests"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "kyc_requests_nobody" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "kyc_requests_open_assignee" ON "kyc_requests" USING btree ("assignee_id","submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_open" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_open_due" ON "kyc_requests" USING btree ("due_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_phone" ON "kyc_requests" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "kyc_requests_first_name" ON "kyc_requests" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_middle_name" ON "kyc_requests" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_last_name" ON "kyc_requests" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_flagged" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "audit_trails_kyc_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'kyc' and outcome = 'done'
  and after ?| array['state', 'assignee', 'flags', 'note', 'approval', 'awaiting_approval'];--> statement-breakpoint
CREATE INDEX "kyc_requests_decided" ON "kyc_requests" USING btree ("decided_at","decided_by_id","state","submitted_at");