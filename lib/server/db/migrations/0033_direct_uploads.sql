CREATE TABLE "direct_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"app" text,
	"path" text NOT NULL,
	"size" integer NOT NULL,
	"content_type" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "direct_uploads_owner" CHECK (("direct_uploads"."admin_id" is null) <> ("direct_uploads"."app" is null))
);
--> statement-breakpoint
ALTER TABLE "direct_uploads" ADD CONSTRAINT "direct_uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_uploads_created" ON "direct_uploads" USING btree ("created_at");