CREATE SEQUENCE "public"."kyc_references" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "file_orphans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_id" uuid NOT NULL,
	"content_type" text DEFAULT 'image/jpeg' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"thumbnail" "bytea",
	"look" bit(256),
	"look_0" integer,
	"look_1" integer,
	"look_2" integer,
	"look_3" integer
);
--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "size" integer;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "content_type" text DEFAULT 'image/jpeg' NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "file_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "thumbnail" "bytea";--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "look" bit(256);--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "look_0" integer;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "look_1" integer;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "look_2" integer;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD COLUMN "look_3" integer;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "submitted_device" text;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "submitted_address" text;--> statement-breakpoint
ALTER TABLE "kyc_uploads" ADD CONSTRAINT "kyc_uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_uploads" ADD CONSTRAINT "kyc_uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_orphans_noted" ON "file_orphans" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "kyc_uploads_created" ON "kyc_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "kyc_documents_file_hash" ON "kyc_documents" USING btree ("file_hash") WHERE "kyc_documents"."file_hash" <> '';--> statement-breakpoint
CREATE INDEX "kyc_documents_look_0" ON "kyc_documents" USING btree ("look_0") WHERE "kyc_documents"."look_0" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_1" ON "kyc_documents" USING btree ("look_1") WHERE "kyc_documents"."look_1" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_2" ON "kyc_documents" USING btree ("look_2") WHERE "kyc_documents"."look_2" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_3" ON "kyc_documents" USING btree ("look_3") WHERE "kyc_documents"."look_3" is not null;--> statement-breakpoint
CREATE INDEX "kyc_requests_device" ON "kyc_requests" USING btree ("submitted_device","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_address" ON "kyc_requests" USING btree ("submitted_address","submitted_at");--> statement-breakpoint
CREATE INDEX "users_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_middle_name" ON "users" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops);