CREATE TABLE "low_budgets" (
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "low_budgets_record_type_record_id_pk" PRIMARY KEY("record_type","record_id")
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"digest_hour" integer,
	"digested_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notice_settings_hour" CHECK ("notice_settings"."digest_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"record_name" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"in_app" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "notice_settings_digest" ON "notice_settings" USING btree ("digest_hour") WHERE "notice_settings"."digest_hour" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_cause" ON "notices" USING btree ("admin_id","cause");--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("admin_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notices"."in_app";--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("admin_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notices"."in_app" and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_record" ON "notices" USING btree ("record_type","record_id");--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");