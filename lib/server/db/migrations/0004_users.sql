CREATE TABLE "user_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"rule" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "user_groups_rule" CHECK (("user_groups"."kind" = 'rule') = ("user_groups"."rule" is not null))
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "restriction" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "legal_basis" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "restricted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sessions_reset_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_name" ON "user_groups" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "users_status" ON "users" USING btree ("status","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_tier" ON "users" USING btree ("tier","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_lga" ON "users" USING btree ("lga","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "users_last_seen" ON "users" USING btree (coalesce("last_seen_at", to_timestamp(0)),"id");--> statement-breakpoint
CREATE INDEX "users_search_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_middle_name" ON "users" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_phone" ON "users" USING btree ("phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_restricted_until" ON "users" USING btree ("restricted_until") WHERE "users"."restricted_until" is not null;--> statement-breakpoint
UPDATE "users" SET "restriction" = 'both', "legal_basis" = 'fraud_investigation' WHERE "status" = 'restricted';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_restriction" CHECK (("users"."status" = 'restricted') = ("users"."restriction" is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_legal_basis" CHECK (("users"."restriction" is null) = ("users"."legal_basis" is null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_restricted_until" CHECK ("users"."restricted_until" is null or "users"."restriction" is not null);