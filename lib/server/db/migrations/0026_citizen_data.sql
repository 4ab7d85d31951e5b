CREATE TABLE "citizen_data_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"approved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"export_id" uuid,
	"downloaded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "citizen_erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased" jsonb NOT NULL,
	"kept" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_periods" (
	"rule" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"steps" jsonb NOT NULL,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "citizen_data_copies" ADD CONSTRAINT "citizen_data_copies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_data_copies" ADD CONSTRAINT "citizen_data_copies_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_data_copies" ADD CONSTRAINT "citizen_data_copies_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_erasures" ADD CONSTRAINT "citizen_erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_erasures" ADD CONSTRAINT "citizen_erasures_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "citizen_erasures" ADD CONSTRAINT "citizen_erasures_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_periods" ADD CONSTRAINT "retention_periods_updated_by_admins_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "citizen_data_copies_open" ON "citizen_data_copies" USING btree ("user_id","approved_at") WHERE "citizen_data_copies"."downloaded_at" is null;--> statement-breakpoint
CREATE INDEX "citizen_erasures_user" ON "citizen_erasures" USING btree ("user_id","erased_at");--> statement-breakpoint
CREATE INDEX "retention_runs_newest" ON "retention_runs" USING btree ("approved_at");