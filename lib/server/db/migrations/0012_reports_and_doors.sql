CREATE SEQUENCE "public"."ireport_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "ireport_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ireport_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"admin_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ireport_messages_by" CHECK ("ireport_messages"."admin_id" is not null or "ireport_messages"."kind" in ('answer', 'reopening'))
);
--> statement-breakpoint
CREATE TABLE "ireport_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ireport_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ireport_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ireport_id" uuid NOT NULL,
	"message_id" uuid,
	"file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ireports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"category_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"lga" text NOT NULL,
	"ward" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"cell" integer,
	"reporter_id" uuid,
	"code_hash" text,
	"priority" text DEFAULT 'normal' NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"resume_state" text,
	"owner_id" uuid,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"state_since" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_ms" bigint DEFAULT 0 NOT NULL,
	"state_stopped_ms" bigint DEFAULT 0 NOT NULL,
	"target_hours" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"state_due_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"reopened" integer DEFAULT 0 NOT NULL,
	"reopened_at" timestamp (3) with time zone,
	"rejection" text,
	"original_id" uuid,
	"rating" integer,
	"rating_comment" text,
	"rated_at" timestamp (3) with time zone,
	"escalated_at" timestamp (3) with time zone,
	"photos" integer DEFAULT 0 NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || ward || ' ' || left(text, 1000))) STORED,
	"closed" boolean GENERATED ALWAYS AS (state in ('resolved', 'rejected', 'duplicate')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ireports_point" CHECK (("ireports"."lat" is null) = ("ireports"."lng" is null) and ("ireports"."lat" is null) = ("ireports"."cell" is null)),
	CONSTRAINT "ireports_reporter" CHECK (("ireports"."reporter_id" is null) = ("ireports"."code_hash" is not null)),
	CONSTRAINT "ireports_waiting" CHECK (("ireports"."state" = 'waiting_for_citizen') = ("ireports"."resume_state" is not null)),
	CONSTRAINT "ireports_stopped" CHECK (("ireports"."state" in ('submitted', 'acknowledged', 'in_progress')) = ("ireports"."stopped_at" is null)),
	CONSTRAINT "ireports_resolved_at" CHECK ("ireports"."state" <> 'resolved' or "ireports"."resolved_at" is not null),
	CONSTRAINT "ireports_rejection" CHECK (("ireports"."state" = 'rejected') = ("ireports"."rejection" is not null)),
	CONSTRAINT "ireports_original" CHECK (("ireports"."state" = 'duplicate') = ("ireports"."original_id" is not null)),
	CONSTRAINT "ireports_itself" CHECK ("ireports"."original_id" <> "ireports"."id"),
	CONSTRAINT "ireports_rating" CHECK ("ireports"."rating" between 1 and 5),
	CONSTRAINT "ireports_photos" CHECK ("ireports"."photos" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "ireport_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"department_id" uuid,
	"target_hours" integer NOT NULL,
	"submitted_hours" integer NOT NULL,
	"acknowledged_hours" integer NOT NULL,
	"in_progress_hours" integer NOT NULL,
	"icon" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"private" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ireport_categories_itself" CHECK ("ireport_categories"."parent_id" <> "ireport_categories"."id")
);
--> statement-breakpoint
CREATE TABLE "ireport_departments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"lead_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ireport_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"category_id" uuid,
	"state" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ireport_messages" ADD CONSTRAINT "ireport_messages_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_messages" ADD CONSTRAINT "ireport_messages_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_notes" ADD CONSTRAINT "ireport_notes_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_notes" ADD CONSTRAINT "ireport_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_message_id_ireport_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ireport_messages"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_category_id_ireport_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_owner_id_admins_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_original_id_ireports_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_categories" ADD CONSTRAINT "ireport_categories_parent_id_ireport_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_categories" ADD CONSTRAINT "ireport_categories_department_id_ireport_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."ireport_departments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_departments" ADD CONSTRAINT "ireport_departments_lead_id_admins_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ireport_templates" ADD CONSTRAINT "ireport_templates_category_id_ireport_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "ireport_messages_ireport" ON "ireport_messages" USING btree ("ireport_id","at");
--> statement-breakpoint
CREATE INDEX "ireport_notes_ireport" ON "ireport_notes" USING btree ("ireport_id","at");
--> statement-breakpoint
CREATE INDEX "ireport_photos_ireport" ON "ireport_photos" USING btree ("ireport_id","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "ireports_number" ON "ireports" USING btree ("number");
--> statement-breakpoint
CREATE UNIQUE INDEX "ireports_code_hash" ON "ireports" USING btree ("code_hash") WHERE "ireports"."code_hash" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_due" ON "ireports" USING btree ("closed","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_state_due" ON "ireports" USING btree ("closed","state_due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_state" ON "ireports" USING btree ("state","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_category" ON "ireports" USING btree ("category_id","closed","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_category_submitted" ON "ireports" USING btree ("category_id","submitted_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_lga" ON "ireports" USING btree ("lga","closed","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_owner" ON "ireports" USING btree ("owner_id","closed","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_reporter" ON "ireports" USING btree ("reporter_id","submitted_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_cell" ON "ireports" USING btree ("cell","submitted_at");
--> statement-breakpoint
CREATE INDEX "ireports_near" ON "ireports" USING btree ("cell","closed","due_at","id","lat","lng","category_id","owner_id");
--> statement-breakpoint
CREATE INDEX "ireports_original" ON "ireports" USING btree ("original_id") WHERE "ireports"."original_id" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_unassigned" ON "ireports" USING btree ("due_at","id") WHERE "ireports"."owner_id" is null and "ireports"."state" in ('submitted', 'acknowledged', 'in_progress');
--> statement-breakpoint
CREATE INDEX "ireports_to_escalate" ON "ireports" USING btree ("state_due_at","due_at","id") WHERE "ireports"."escalated_at" is null and "ireports"."state" in ('submitted', 'acknowledged', 'in_progress');
--> statement-breakpoint
CREATE INDEX "ireports_words" ON "ireports" USING gin ("words");
--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_categories_name" ON "ireport_categories" USING btree (coalesce("parent_id", '00000000-0000-0000-0000-000000000000'),lower("name"));
--> statement-breakpoint
CREATE INDEX "ireport_categories_parent" ON "ireport_categories" USING btree ("parent_id");
--> statement-breakpoint
CREATE INDEX "ireport_categories_department" ON "ireport_categories" USING btree ("department_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_departments_name" ON "ireport_departments" USING btree (lower("name"));
--> statement-breakpoint
CREATE INDEX "ireport_departments_lead" ON "ireport_departments" USING btree ("lead_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_templates_name" ON "ireport_templates" USING btree (lower("name"));
--> statement-breakpoint
CREATE INDEX "ireport_templates_category" ON "ireport_templates" USING btree ("category_id");
--> statement-breakpoint
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
ALTER TABLE "user_devices" ADD CONSTRAINT "user_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "user_devices_user" ON "user_devices" USING btree ("user_id","last_used_at");
--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");
--> statement-breakpoint
INSERT INTO "uploads" ("id", "admin_id", "created_at", "file_id", "content_type", "width", "height", "file_hash", "thumbnail", "look", "look_0", "look_1", "look_2", "look_3")
SELECT "id", "admin_id", "created_at", "file_id", "content_type", "width", "height", "file_hash", "thumbnail", "look", "look_0", "look_1", "look_2", "look_3" FROM "kyc_uploads";
--> statement-breakpoint
DROP TABLE "kyc_uploads" CASCADE;
--> statement-breakpoint
CREATE INDEX "ireports_number_order" ON "ireports" USING btree (length("number"),"number");
--> statement-breakpoint
CREATE INDEX "ireports_urgency" ON "ireports" USING btree ("closed",(case "priority" when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end),"due_at","id");
--> statement-breakpoint
CREATE INDEX "audit_trails_ireport_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'ireport' and outcome = 'done'
  and after ?| array['state', 'owner', 'priority', 'category', 'note', 'message', 'rating', 'escalated', 'original'];
--> statement-breakpoint
CREATE INDEX "ireports_priority" ON "ireports" USING btree ("priority","closed","due_at","id");
--> statement-breakpoint
CREATE INDEX "ireports_escalated" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."escalated_at" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_rated" ON "ireports" USING btree ("rated_at","rating","category_id","owner_id") WHERE "ireports"."rated_at" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_reopened_due" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."reopened_at" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_submitted" ON "ireports" USING btree ("submitted_at","id","category_id","lga","owner_id","closed","due_at");
--> statement-breakpoint
CREATE INDEX "ireports_open" ON "ireports" USING btree ("lga","category_id","due_at","state_due_at","state","owner_id","escalated_at") WHERE "ireports"."state" in ('submitted', 'acknowledged', 'in_progress', 'waiting_for_citizen');
--> statement-breakpoint
CREATE INDEX "ireports_resolved" ON "ireports" USING btree ("resolved_at","submitted_at","category_id","owner_id") WHERE "ireports"."resolved_at" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_acknowledged" ON "ireports" USING btree ("acknowledged_at","submitted_at","category_id","owner_id") WHERE "ireports"."acknowledged_at" is not null;
--> statement-breakpoint
CREATE INDEX "ireports_reopened" ON "ireports" USING btree ("reopened_at","category_id","owner_id") WHERE "ireports"."reopened_at" is not null;
