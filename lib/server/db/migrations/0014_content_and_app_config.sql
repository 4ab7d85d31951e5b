CREATE TABLE "broadcast_failures" (
	"broadcast_id" uuid NOT NULL,
	"token" text NOT NULL,
	"reason" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "broadcast_failures_broadcast_id_token_pk" PRIMARY KEY("broadcast_id","token")
);
--> statement-breakpoint
CREATE TABLE "broadcast_opens" (
	"broadcast_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broadcast_opens_broadcast_id_user_id_pk" PRIMARY KEY("broadcast_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image_id" uuid,
	"destination" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"mail_without_device" boolean NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"people" integer DEFAULT 0 NOT NULL,
	"devices" integer DEFAULT 0 NOT NULL,
	"without_device" integer DEFAULT 0 NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"phase" text,
	"round" integer DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"lease_until" timestamp (3) with time zone,
	"note" text,
	"approved" boolean DEFAULT false NOT NULL,
	"mail_cursor" uuid,
	"done" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"unavailable" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emergency_numbers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"number" text NOT NULL,
	"category" text NOT NULL,
	"lga" text,
	"position" integer NOT NULL,
	"verified_on" date,
	"verified_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "emergency_numbers_verified" CHECK (("emergency_numbers"."verified_on" is null) = ("emergency_numbers"."verified_by" is null))
);
--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"entry_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_entry_id_user_id_pk" PRIMARY KEY("entry_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"draft" jsonb NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"faq_group" text DEFAULT '' NOT NULL,
	"lga" text,
	"position" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "entries_legal_stay" CHECK ("entries"."archived_at" is null or "entries"."kind" not in ('terms', 'privacy'))
);
--> statement-breakpoint
CREATE TABLE "entry_previews" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"language" text NOT NULL,
	"made_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_publications" (
	"entry_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"title" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"must_accept" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" uuid NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" uuid,
	CONSTRAINT "entry_publications_entry_id_number_pk" PRIMARY KEY("entry_id","number"),
	CONSTRAINT "entry_publications_during" CHECK ("entry_publications"."until" > "entry_publications"."from"),
	CONSTRAINT "entry_publications_withdrawn" CHECK (("entry_publications"."withdrawn_at" is null) = ("entry_publications"."withdrawn_by" is null))
);
--> statement-breakpoint
CREATE TABLE "faq_misses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"language" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_votes" (
	"entry_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"helpful" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_votes_entry_id_user_id_pk" PRIMARY KEY("entry_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "image_sizes" (
	"image_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "image_sizes_image_id_width_pk" PRIMARY KEY("image_id","width")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_acceptances" (
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"app" text NOT NULL,
	CONSTRAINT "legal_acceptances_kind_number_user_id_pk" PRIMARY KEY("kind","number","user_id")
);
--> statement-breakpoint
CREATE TABLE "publication_images" (
	"entry_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "publication_images_entry_id_number_image_id_pk" PRIMARY KEY("entry_id","number","image_id")
);
--> statement-breakpoint
CREATE TABLE "language_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"used" boolean,
	"source_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "language_texts" (
	"key_id" uuid NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"source_version" integer NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "language_texts_key_id_code_pk" PRIMARY KEY("key_id","code")
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"direction" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_devices" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_failures" ADD CONSTRAINT "broadcast_failures_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_opens" ADD CONSTRAINT "broadcast_opens_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_opens" ADD CONSTRAINT "broadcast_opens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_numbers" ADD CONSTRAINT "emergency_numbers_verified_by_admins_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_updated_by_admins_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_previews" ADD CONSTRAINT "entry_previews_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_previews" ADD CONSTRAINT "entry_previews_made_by_admins_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_publications" ADD CONSTRAINT "entry_publications_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_publications" ADD CONSTRAINT "entry_publications_published_by_admins_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_publications" ADD CONSTRAINT "entry_publications_withdrawn_by_admins_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_sizes" ADD CONSTRAINT "image_sizes_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_sizes" ADD CONSTRAINT "image_sizes_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_images" ADD CONSTRAINT "publication_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_images" ADD CONSTRAINT "publication_images_entry_id_number_entry_publications_entry_id_number_fk" FOREIGN KEY ("entry_id","number") REFERENCES "public"."entry_publications"("entry_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_key_id_language_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."language_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_code_languages_code_fk" FOREIGN KEY ("code") REFERENCES "public"."languages"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_updated_by_admins_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DROP INDEX "outbox_next_attempt";--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "broadcast_failures_unavailable" ON "broadcast_failures" USING btree ("broadcast_id","tries","token") WHERE "broadcast_failures"."reason" = 'unavailable';--> statement-breakpoint
CREATE INDEX "broadcast_opens_user" ON "broadcast_opens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "broadcasts_updated" ON "broadcasts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_scheduled" ON "broadcasts" USING btree ("state","scheduled_for");--> statement-breakpoint
CREATE INDEX "broadcasts_image" ON "broadcasts" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "emergency_numbers_position" ON "emergency_numbers" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entries_kind" ON "entries" USING btree ("kind","position","id");--> statement-breakpoint
CREATE INDEX "entries_updated" ON "entries" USING btree ("kind","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "entries_legal" ON "entries" USING btree ("kind") WHERE "entries"."kind" in ('terms', 'privacy');--> statement-breakpoint
CREATE INDEX "entry_previews_expires" ON "entry_previews" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "entry_previews_entry" ON "entry_previews" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "entry_publications_kind" ON "entry_publications" USING btree ("kind","from");--> statement-breakpoint
CREATE UNIQUE INDEX "faq_misses_query" ON "faq_misses" USING btree ("language","query");--> statement-breakpoint
CREATE INDEX "faq_misses_times" ON "faq_misses" USING btree ("times","id");--> statement-breakpoint
CREATE INDEX "faq_misses_last" ON "faq_misses" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "faq_votes_user" ON "faq_votes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "images_created" ON "images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "legal_acceptances_user" ON "legal_acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "legal_acceptances_at" ON "legal_acceptances" USING btree ("kind","accepted_at","user_id");--> statement-breakpoint
CREATE INDEX "publication_images_image" ON "publication_images" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "language_keys_key" ON "language_keys" USING btree ("key");--> statement-breakpoint
CREATE INDEX "language_texts_code" ON "language_texts" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "languages_position" ON "languages" USING btree ("position");--> statement-breakpoint
CREATE INDEX "user_devices_token" ON "user_devices" USING btree ("token" collate "C");--> statement-breakpoint
CREATE INDEX "user_devices_language" ON "user_devices" USING btree ("language","user_id");