CREATE TABLE "home_layouts" (
	"admin_id" uuid PRIMARY KEY NOT NULL,
	"blocks" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_visits" (
	"admin_id" uuid PRIMARY KEY NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "home_layouts" ADD CONSTRAINT "home_layouts_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_visits" ADD CONSTRAINT "home_visits_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grant_applications_to_decide" ON "grant_applications" USING btree ("submitted_at","id") WHERE "grant_applications"."state" = 'shortlisted' and "grant_applications"."reviews" = 2;--> statement-breakpoint
CREATE INDEX "ireports_closed" ON "ireports" USING btree ("stopped_at","category_id","owner_id") WHERE "ireports"."state" in ('resolved', 'rejected', 'duplicate');