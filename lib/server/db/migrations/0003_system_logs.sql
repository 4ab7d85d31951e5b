CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"list" text NOT NULL,
	"filter" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_activities" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"actions" integer NOT NULL,
	"sign_ins" integer NOT NULL,
	"refused" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_action" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_trails_admin";--> statement-breakpoint
DROP INDEX "audit_trails_action";--> statement-breakpoint
DROP INDEX "audit_trails_record";--> statement-breakpoint
DROP INDEX "audit_trails_refused";--> statement-breakpoint
DROP INDEX "audit_trails_at";--> statement-breakpoint
CREATE UNIQUE INDEX "exports_token_hash" ON "exports" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "exports_created" ON "exports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_trails_record_name" ON "audit_trails" USING btree (lower("record_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_trails_admin" ON "audit_trails" USING btree ("admin_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_action" ON "audit_trails" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_record" ON "audit_trails" USING btree ("record_type","record_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_refused" ON "audit_trails" USING btree ("at","id") WHERE "audit_trails"."outcome" = 'refused';--> statement-breakpoint
CREATE INDEX "audit_trails_at" ON "audit_trails" USING btree ("at","id");