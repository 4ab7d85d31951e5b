CREATE TABLE "app_limits" (
	"app" text PRIMARY KEY NOT NULL,
	"used_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_devices" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"app" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"app" text,
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
	"look_3" integer,
	CONSTRAINT "uploads_owner" CHECK (("uploads"."admin_id" is null) <> ("uploads"."app" is null))
);
--> statement-breakpoint
ALTER TABLE "user_devices" ADD CONSTRAINT "user_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_devices_user" ON "user_devices" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");