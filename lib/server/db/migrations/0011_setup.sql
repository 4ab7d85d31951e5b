CREATE TABLE "setup_marks" (
	"mark" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"admin_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "starter_sets" (
	"starter_set" text PRIMARY KEY NOT NULL,
	"loaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"loaded_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setup_marks" ADD CONSTRAINT "setup_marks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "starter_sets" ADD CONSTRAINT "starter_sets_loaded_by_admins_id_fk" FOREIGN KEY ("loaded_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;