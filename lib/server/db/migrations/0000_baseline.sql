CREATE SEQUENCE "public"."ireport_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."kyc_references" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."wallet_movement_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "admin_roles" (
	"admin_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "admin_roles_admin_id_role_id_pk" PRIMARY KEY("admin_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"devices_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"features" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_key_uses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"used_by" uuid NOT NULL,
	"used_for" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"record_name" text NOT NULL,
	"change" text NOT NULL,
	"payload" jsonb NOT NULL,
	"basis" jsonb,
	"shown" jsonb,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."decided_by" <> "approvals"."requested_by")
);
--> statement-breakpoint
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
CREATE TABLE "app_limits" (
	"app" text PRIMARY KEY NOT NULL,
	"used_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_devices" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"app" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "event_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"icon" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_categories_colour" CHECK ("event_categories"."colour" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "event_order_items" (
	"order_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "event_order_items_order_id_ticket_type_id_pk" PRIMARY KEY("order_id","ticket_type_id"),
	CONSTRAINT "event_order_items_quantity" CHECK ("event_order_items"."quantity" > 0 and "event_order_items"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "event_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"total" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_orders_quantity" CHECK ("event_orders"."quantity" > 0 and "event_orders"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" jsonb,
	"category_id" uuid,
	"venue" text DEFAULT '' NOT NULL,
	"lga" text,
	"lat" double precision,
	"lng" double precision,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"cover_image_id" uuid,
	"image_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"organiser" text DEFAULT '' NOT NULL,
	"capacity" integer,
	"state" text DEFAULT 'draft' NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"live_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"refunds_checked_in" boolean DEFAULT false NOT NULL,
	"cancelled_by" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || venue || ' ' || organiser)) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "events_point" CHECK (("events"."lat" is null) = ("events"."lng" is null)),
	CONSTRAINT "events_time" CHECK ("events"."ends_at" > "events"."starts_at"),
	CONSTRAINT "events_capacity" CHECK ("events"."taken" >= 0 and "events"."taken" <= coalesce("events"."capacity", "events"."taken")),
	CONSTRAINT "events_complete" CHECK ("events"."state" = 'draft' or ("events"."category_id" is not null and "events"."venue" <> '' and "events"."starts_at" is not null and "events"."ends_at" is not null)),
	CONSTRAINT "events_state_stored" CHECK ("events"."state" <> 'ended'),
	CONSTRAINT "events_cancelled" CHECK (("events"."state" = 'cancelled') = ("events"."cancelled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "ticket_scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_id" uuid,
	"result" text NOT NULL,
	"let_in" boolean NOT NULL,
	"gate" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"min_per_order" integer DEFAULT 1 NOT NULL,
	"max_per_order" integer DEFAULT 10 NOT NULL,
	"sales_from" timestamp (3) with time zone,
	"sales_until" timestamp (3) with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ticket_types_price" CHECK ("ticket_types"."price" >= 0),
	CONSTRAINT "ticket_types_seats" CHECK ("ticket_types"."sold" >= 0 and "ticket_types"."held" >= 0 and "ticket_types"."sold" + "ticket_types"."held" <= "ticket_types"."quantity"),
	CONSTRAINT "ticket_types_revenue" CHECK ("ticket_types"."revenue" >= 0),
	CONSTRAINT "ticket_types_per_order" CHECK ("ticket_types"."min_per_order" >= 1 and "ticket_types"."max_per_order" >= "ticket_types"."min_per_order"),
	CONSTRAINT "ticket_types_window" CHECK ("ticket_types"."sales_until" > "ticket_types"."sales_from")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"code" text NOT NULL,
	"code_hash" text NOT NULL,
	"event_id" uuid NOT NULL,
	"ticket_type_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"state" text DEFAULT 'valid' NOT NULL,
	"checked_in_at" timestamp (3) with time zone,
	"checked_in_by" uuid,
	"gate" text DEFAULT '' NOT NULL,
	"refund_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tickets_checked_in" CHECK (("tickets"."state" = 'checked_in') = ("tickets"."checked_in_at" is not null)),
	CONSTRAINT "tickets_by" CHECK (("tickets"."checked_in_at" is null) = ("tickets"."checked_in_by" is null)),
	CONSTRAINT "tickets_refunded" CHECK ("tickets"."refund_id" is null or "tickets"."state" = 'refunded')
);
--> statement-breakpoint
CREATE TABLE "cancellation_steps" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tickets" integer NOT NULL,
	"amount" bigint NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_orphans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_pages" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"page_file_id" uuid NOT NULL,
	CONSTRAINT "file_pages_file_id_number_pk" PRIMARY KEY("file_id","number"),
	CONSTRAINT "file_pages_page_file_id_unique" UNIQUE("page_file_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea",
	"size" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"programme_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"amount_asked" bigint NOT NULL,
	"amount" bigint,
	"contact_phone" text NOT NULL,
	"applicant_lga" text NOT NULL,
	"applicant_tier" integer NOT NULL,
	"payout_kind" text NOT NULL,
	"bank" text,
	"bank_code" text,
	"account_name" text,
	"account_number" "bytea",
	"account_last4" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"duplicates" text[] DEFAULT '{}'::text[] NOT NULL,
	"duplicates_cleared_by" uuid,
	"duplicates_cleared_at" timestamp (3) with time zone,
	"duplicates_cleared_reason" text,
	"duplicates_cleared_of" text[] DEFAULT '{}'::text[] NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"score_sum" integer,
	"question" text,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone,
	"reply" text,
	"replied_at" timestamp (3) with time zone,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"approved_as" jsonb,
	"in_batch" boolean DEFAULT false NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "grant_applications_amounts" CHECK ("grant_applications"."amount_asked" > 0 and "grant_applications"."amount" > 0),
	CONSTRAINT "grant_applications_awarded" CHECK (("grant_applications"."state" in ('approved', 'disbursed', 'payment_failed')) <= ("grant_applications"."amount" is not null)),
	CONSTRAINT "grant_applications_payout" CHECK (("grant_applications"."payout_kind" = 'bank') = ("grant_applications"."account_number" is not null and "grant_applications"."bank_code" is not null)),
	CONSTRAINT "grant_applications_reviews" CHECK ("grant_applications"."reviews" between 0 and 2 and ("grant_applications"."score_sum" is not null) <= ("grant_applications"."reviews" = 2)),
	CONSTRAINT "grant_applications_rejected" CHECK ("grant_applications"."state" <> 'rejected' or "grant_applications"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "grant_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"asked_id" uuid,
	"label" text DEFAULT '' NOT NULL,
	"is_photo" boolean DEFAULT false NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_id" uuid NOT NULL,
	"content_type" text DEFAULT 'image/jpeg' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"thumbnail" "bytea",
	"photo_hash" bit(256),
	"photo_hash_0" integer,
	"photo_hash_1" integer,
	"photo_hash_2" integer,
	"photo_hash_3" integer
);
--> statement-breakpoint
CREATE TABLE "grant_fingerprints" (
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "grant_fingerprints_application_id_kind_value_pk" PRIMARY KEY("application_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "grant_programmes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sponsor" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"public_text" jsonb,
	"state" text DEFAULT 'draft' NOT NULL,
	"award_kind" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"budget" bigint DEFAULT 0 NOT NULL,
	"committed" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"tier_min" integer,
	"lgas" text[] DEFAULT '{}'::text[] NOT NULL,
	"group_id" uuid,
	"age_min" integer,
	"age_max" integer,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"publishes_awards" boolean DEFAULT false NOT NULL,
	"copied_from" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "grant_programmes_money" CHECK ("grant_programmes"."committed" >= 0 and "grant_programmes"."paid" >= 0 and "grant_programmes"."committed" + "grant_programmes"."paid" <= "grant_programmes"."budget"),
	CONSTRAINT "grant_programmes_time" CHECK ("grant_programmes"."closes_at" > "grant_programmes"."opens_at"),
	CONSTRAINT "grant_programmes_age" CHECK ("grant_programmes"."age_min" <= "grant_programmes"."age_max"),
	CONSTRAINT "grant_programmes_complete" CHECK ("grant_programmes"."state" = 'draft' or ("grant_programmes"."budget" > 0 and "grant_programmes"."amount" between 1 and "grant_programmes"."budget" and "grant_programmes"."opens_at" is not null
        and "grant_programmes"."closes_at" is not null and "grant_programmes"."sponsor" <> '' and "grant_programmes"."purpose" <> '')),
	CONSTRAINT "grant_programmes_completed" CHECK ("grant_programmes"."state" <> 'completed' or "grant_programmes"."committed" = 0)
);
--> statement-breakpoint
CREATE TABLE "grant_reviews" (
	"application_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"score" integer,
	"comment" text DEFAULT '' NOT NULL,
	"conflict" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grant_reviews_application_id_reviewer_id_pk" PRIMARY KEY("application_id","reviewer_id"),
	CONSTRAINT "grant_reviews_score" CHECK ("grant_reviews"."score" between 0 and 100),
	CONSTRAINT "grant_reviews_or_conflict" CHECK (("grant_reviews"."score" is null) = ("grant_reviews"."conflict" is not null))
);
--> statement-breakpoint
CREATE TABLE "grant_batch_rows" (
	"batch_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"application_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grant_batch_rows_batch_id_row_pk" PRIMARY KEY("batch_id","row"),
	CONSTRAINT "grant_batch_rows_amount_paid" CHECK ("grant_batch_rows"."amount" > 0),
	CONSTRAINT "grant_batch_rows_problem" CHECK (("grant_batch_rows"."state" = 'failed') <= ("grant_batch_rows"."problem" is not null)),
	CONSTRAINT "grant_batch_rows_paid" CHECK (("grant_batch_rows"."state" in ('sent', 'paid')) <= ("grant_batch_rows"."transaction_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "grant_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"programme_id" uuid NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"rows" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "grant_batches_sums" CHECK ("grant_batches"."rows" >= 0 and "grant_batches"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"admin_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_admin_id_key_pk" PRIMARY KEY("admin_id","key")
);
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
CREATE TABLE "kyc_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kyc_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"file_id" uuid NOT NULL,
	"content_type" text DEFAULT 'image/jpeg' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"thumbnail" "bytea",
	"photo_hash" bit(256),
	"photo_hash_0" integer,
	"photo_hash_1" integer,
	"photo_hash_2" integer,
	"photo_hash_3" integer
);
--> statement-breakpoint
CREATE TABLE "kyc_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"tier" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"first_name" text NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"last_name" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"gender" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"lga" text NOT NULL,
	"identity_type" text NOT NULL,
	"identity_number" "bytea" NOT NULL,
	"identity_number_last4" text NOT NULL,
	"identity_number_hash" text NOT NULL,
	"identity_expires_on" date,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"assignee_id" uuid,
	"entered_by_id" uuid,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"message" text,
	"submitted_device" text,
	"submitted_address" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_checks" (
	"kyc_id" uuid NOT NULL,
	"item" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kyc_checks_kyc_id_item_pk" PRIMARY KEY("kyc_id","item")
);
--> statement-breakpoint
CREATE TABLE "kyc_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kyc_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text,
	"user_id" uuid,
	"side" text NOT NULL,
	"may_be_negative" boolean DEFAULT false NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"postings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" CHECK (("ledger_accounts"."code" is null) <> ("ledger_accounts"."user_id" is null)),
	CONSTRAINT "ledger_accounts_may_be_negative" CHECK ("ledger_accounts"."may_be_negative" = (coalesce("ledger_accounts"."code", '') = 'suspense')),
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."may_be_negative"),
	CONSTRAINT "ledger_accounts_reserved" CHECK ("ledger_accounts"."reserved" = 0 or ("ledger_accounts"."code" in ('grants_pool', 'promotions_pool') and "ledger_accounts"."reserved" between 0 and "ledger_accounts"."balance")),
	CONSTRAINT "ledger_accounts_exact" CHECK (abs("ledger_accounts"."balance") <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"size" smallint NOT NULL,
	"description" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"reversal_of" uuid,
	"posted_by" uuid,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_id_size" UNIQUE("id","size"),
	CONSTRAINT "ledger_entries_size" CHECK ("ledger_entries"."size" between 2 and 1000),
	CONSTRAINT "ledger_entries_not_itself" CHECK ("ledger_entries"."reversal_of" <> "ledger_entries"."id")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"entry_id" uuid NOT NULL,
	"ordinal" smallint NOT NULL,
	"size" smallint NOT NULL,
	"account_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_postings_entry_id_ordinal_pk" PRIMARY KEY("entry_id","ordinal"),
	CONSTRAINT "ledger_postings_seq" UNIQUE("account_id","seq"),
	CONSTRAINT "ledger_postings_amount" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 9007199254740991),
	CONSTRAINT "ledger_postings_ordinal" CHECK ("ledger_postings"."ordinal" between 1 and "ledger_postings"."size")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotion_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_codes_code" CHECK ("promotion_codes"."code" ~ '^[A-Z0-9-]{4,24}$'),
	CONSTRAINT "promotion_codes_uses_counted" CHECK ("promotion_codes"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotion_groups" (
	"promotion_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	CONSTRAINT "promotion_groups_promotion_id_group_id_pk" PRIMARY KEY("promotion_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"kind" text NOT NULL,
	"code" text,
	"amount" bigint NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"device_hash" text,
	"device_ending" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "promotion_redemptions_amount_given" CHECK ("promotion_redemptions"."amount" > 0 and "promotion_redemptions"."returned" between 0 and "promotion_redemptions"."amount"),
	CONSTRAINT "promotion_redemptions_returned" CHECK ("promotion_redemptions"."returned" = 0 or "promotion_redemptions"."state" in ('redeemed', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause_cause" text,
	"end_cause" text,
	"trigger" text NOT NULL,
	"kind" text NOT NULL,
	"basis_points" integer,
	"flat_amount" bigint,
	"cap" bigint,
	"minimum" bigint DEFAULT 0 NOT NULL,
	"types" text[] NOT NULL,
	"channels" text[] DEFAULT '{}'::text[] NOT NULL,
	"first_payment_only" boolean DEFAULT false NOT NULL,
	"uses_total" integer,
	"uses_per_user" integer,
	"uses_per_code" integer,
	"budget" bigint DEFAULT 0 NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"reserved_uses" integer DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"copied_from" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "promotions_budget" CHECK ("promotions"."spent" >= 0 and "promotions"."reserved" >= 0 and "promotions"."spent" + "promotions"."reserved" <= "promotions"."budget"),
	CONSTRAINT "promotions_uses" CHECK ("promotions"."uses" >= 0 and "promotions"."reserved_uses" >= 0 and "promotions"."uses" + "promotions"."reserved_uses" <= coalesce("promotions"."uses_total", 2147483647)),
	CONSTRAINT "promotions_limits" CHECK (least("promotions"."uses_total", "promotions"."uses_per_user", "promotions"."uses_per_code", 1) >= 1 and "promotions"."minimum" >= 0),
	CONSTRAINT "promotions_benefit" CHECK ("promotions"."basis_points" between 1 and 10000 and "promotions"."flat_amount" > 0 and "promotions"."cap" > 0),
	CONSTRAINT "promotions_time" CHECK ("promotions"."ends_at" > "promotions"."starts_at"),
	CONSTRAINT "promotions_pause_cause" CHECK (("promotions"."state" = 'paused') = ("promotions"."pause_cause" is not null)),
	CONSTRAINT "promotions_end_cause" CHECK (("promotions"."state" in ('ended', 'archived')) = ("promotions"."end_cause" is not null)),
	CONSTRAINT "promotions_complete" CHECK ("promotions"."state" = 'draft' or ("promotions"."budget" > 0 and "promotions"."types" <> '{}' and "promotions"."starts_at" is not null
        and ("promotions"."kind" = 'flat') = ("promotions"."flat_amount" is not null) and ("promotions"."kind" <> 'flat') = ("promotions"."basis_points" is not null)))
);
--> statement-breakpoint
CREATE TABLE "admin_references" (
	"reference_hash" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"reference" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"account_hash" text DEFAULT '' NOT NULL,
	"code_hash" text,
	"blind" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" double precision NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"last_failure_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "turned_away" (
	"subject" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"mailed" integer NOT NULL,
	"address" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"only" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_trails" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid,
	"admin_name" text,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"refusal" text,
	"record_type" text,
	"record_id" text,
	"record_name" text,
	"before" jsonb,
	"after" jsonb,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"request_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_trails_texts" CHECK (char_length("audit_trails"."action") <= 100 and char_length("audit_trails"."refusal") <= 2000 and char_length("audit_trails"."record_type") <= 60 and char_length("audit_trails"."record_id") <= 200 and char_length("audit_trails"."record_name") <= 300 and char_length("audit_trails"."admin_name") <= 200 and char_length("audit_trails"."address") <= 100 and char_length("audit_trails"."device") <= 400 and char_length("audit_trails"."request_id") <= 100),
	CONSTRAINT "audit_trails_before" CHECK (octet_length("audit_trails"."before"::text) <= 24000),
	CONSTRAINT "audit_trails_after" CHECK (octet_length("audit_trails"."after"::text) <= 24000)
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"list" text NOT NULL,
	"format" text DEFAULT 'csv' NOT NULL,
	"filter" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_activities" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"actions" integer NOT NULL,
	"sign_ins" integer NOT NULL,
	"refused" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_action" text NOT NULL,
	CONSTRAINT "user_activities_texts" CHECK (char_length("user_activities"."name") <= 200 and char_length("user_activities"."last_action") <= 100)
);
--> statement-breakpoint
CREATE TABLE "wallet_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'WAL-' || lpad(nextval('wallet_movement_number')::text, 6, '0') NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"account" text,
	"to_account" text,
	"direction" text,
	"amount" bigint NOT NULL,
	"note" text NOT NULL,
	"external_reference" text DEFAULT '' NOT NULL,
	"reverses_entry_id" uuid,
	"transaction_id" uuid,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"entry_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wallet_movements_clear" CHECK ("wallet_movements"."kind" <> 'clear' or "wallet_movements"."transaction_id" is not null),
	CONSTRAINT "wallet_movements_amount_positive" CHECK ("wallet_movements"."amount" > 0),
	CONSTRAINT "wallet_movements_about" CHECK (("wallet_movements"."kind" = 'reversal') = ("wallet_movements"."account" is null)),
	CONSTRAINT "wallet_movements_posted" CHECK (("wallet_movements"."state" = 'posted') = ("wallet_movements"."entry_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "day_totals" (
	"list" text NOT NULL,
	"facet" text NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_totals" (
	"sort" text NOT NULL,
	"place" text NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_balances" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"balance" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"provider" text NOT NULL,
	"min_amount" bigint NOT NULL,
	"max_amount" bigint NOT NULL,
	"fee_flat" bigint DEFAULT 0 NOT NULL,
	"fee_basis_points" integer DEFAULT 0 NOT NULL,
	"fee_cap" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_methods_amounts" CHECK ("payment_methods"."min_amount" > 0 and "payment_methods"."max_amount" >= "payment_methods"."min_amount")
);
--> statement-breakpoint
CREATE TABLE "transaction_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"provider_event_id" text,
	"from_state" text,
	"to_state" text,
	"message" text NOT NULL,
	"raw" jsonb
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"counterparty_id" uuid,
	"type" text NOT NULL,
	"channel" text NOT NULL,
	"method_id" uuid,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"cashback" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refund_of" uuid,
	"provider_reference" text,
	"card_last4" text,
	"description" text DEFAULT '' NOT NULL,
	"failure_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "transactions_amounts" CHECK ("transactions"."amount" > 0 and "transactions"."fee" >= 0),
	CONSTRAINT "transactions_promotion" CHECK ("transactions"."discount" between 0 and "transactions"."amount" and "transactions"."cashback" between 0 and "transactions"."amount" and least("transactions"."discount", "transactions"."cashback") = 0),
	CONSTRAINT "transactions_refunded" CHECK ("transactions"."refunded_amount" between 0 and "transactions"."amount"),
	CONSTRAINT "transactions_is_refund" CHECK (("transactions"."type" = 'refund') = ("transactions"."refund_of" is not null))
);
--> statement-breakpoint
CREATE TABLE "upload_limits" (
	"owner" uuid PRIMARY KEY NOT NULL,
	"used_until" timestamp (3) with time zone NOT NULL
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
	"photo_hash" bit(256),
	"photo_hash_0" integer,
	"photo_hash_1" integer,
	"photo_hash_2" integer,
	"photo_hash_3" integer,
	CONSTRAINT "uploads_owner" CHECK (("uploads"."admin_id" is null) <> ("uploads"."app" is null))
);
--> statement-breakpoint
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"gender" text NOT NULL,
	"address" text NOT NULL,
	"lga" text NOT NULL,
	"tier" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"restriction" text,
	"legal_basis" text,
	"restricted_until" timestamp (3) with time zone,
	"status_reason" text,
	"status_changed_at" timestamp (3) with time zone,
	"sessions_reset_at" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_restriction" CHECK (("users"."status" = 'restricted') = ("users"."restriction" is not null)),
	CONSTRAINT "users_legal_basis" CHECK (("users"."restriction" is null) = ("users"."legal_basis" is null)),
	CONSTRAINT "users_restricted_until" CHECK ("users"."restricted_until" is null or "users"."restriction" is not null)
);
--> statement-breakpoint
ALTER TABLE "admin_roles" ADD CONSTRAINT "admin_roles_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_roles" ADD CONSTRAINT "admin_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_key_uses" ADD CONSTRAINT "setup_key_uses_used_by_admins_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_key_uses" ADD CONSTRAINT "setup_key_uses_used_for_admins_id_fk" FOREIGN KEY ("used_for") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_failures" ADD CONSTRAINT "broadcast_failures_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_opens" ADD CONSTRAINT "broadcast_opens_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_opens" ADD CONSTRAINT "broadcast_opens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_devices" ADD CONSTRAINT "user_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "event_order_items" ADD CONSTRAINT "event_order_items_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_order_items" ADD CONSTRAINT "event_order_items_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_orders" ADD CONSTRAINT "event_orders_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_category_id_event_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."event_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cancelled_by_admins_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_scans" ADD CONSTRAINT "ticket_scans_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_ticket_type_id_ticket_types_id_fk" FOREIGN KEY ("ticket_type_id") REFERENCES "public"."ticket_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_checked_in_by_admins_id_fk" FOREIGN KEY ("checked_in_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_refund_id_transactions_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_steps" ADD CONSTRAINT "cancellation_steps_order_id_event_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."event_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_steps" ADD CONSTRAINT "cancellation_steps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_page_file_id_files_id_fk" FOREIGN KEY ("page_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_applications" ADD CONSTRAINT "grant_applications_programme_id_grant_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."grant_programmes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_applications" ADD CONSTRAINT "grant_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_applications" ADD CONSTRAINT "grant_applications_duplicates_cleared_by_admins_id_fk" FOREIGN KEY ("duplicates_cleared_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_applications" ADD CONSTRAINT "grant_applications_asked_by_admins_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_applications" ADD CONSTRAINT "grant_applications_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_documents" ADD CONSTRAINT "grant_documents_application_id_grant_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."grant_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_documents" ADD CONSTRAINT "grant_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_fingerprints" ADD CONSTRAINT "grant_fingerprints_application_id_grant_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."grant_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_programmes" ADD CONSTRAINT "grant_programmes_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_programmes" ADD CONSTRAINT "grant_programmes_copied_from_grant_programmes_id_fk" FOREIGN KEY ("copied_from") REFERENCES "public"."grant_programmes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_programmes" ADD CONSTRAINT "grant_programmes_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_reviews" ADD CONSTRAINT "grant_reviews_application_id_grant_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."grant_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_reviews" ADD CONSTRAINT "grant_reviews_reviewer_id_admins_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batch_rows" ADD CONSTRAINT "grant_batch_rows_batch_id_grant_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."grant_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batch_rows" ADD CONSTRAINT "grant_batch_rows_application_id_grant_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."grant_applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batch_rows" ADD CONSTRAINT "grant_batch_rows_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batches" ADD CONSTRAINT "grant_batches_programme_id_grant_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."grant_programmes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batches" ADD CONSTRAINT "grant_batches_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_batches" ADD CONSTRAINT "grant_batches_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_messages" ADD CONSTRAINT "ireport_messages_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_messages" ADD CONSTRAINT "ireport_messages_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_notes" ADD CONSTRAINT "ireport_notes_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_notes" ADD CONSTRAINT "ireport_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_ireport_id_ireports_id_fk" FOREIGN KEY ("ireport_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_message_id_ireport_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ireport_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_photos" ADD CONSTRAINT "ireport_photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_category_id_ireport_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_owner_id_admins_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireports" ADD CONSTRAINT "ireports_original_id_ireports_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."ireports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_categories" ADD CONSTRAINT "ireport_categories_parent_id_ireport_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_categories" ADD CONSTRAINT "ireport_categories_department_id_ireport_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."ireport_departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_departments" ADD CONSTRAINT "ireport_departments_lead_id_admins_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ireport_templates" ADD CONSTRAINT "ireport_templates_category_id_ireport_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ireport_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD CONSTRAINT "kyc_documents_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD CONSTRAINT "kyc_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_assignee_id_admins_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_entered_by_id_admins_id_fk" FOREIGN KEY ("entered_by_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_decided_by_id_admins_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_key_id_language_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."language_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_code_languages_code_fk" FOREIGN KEY ("code") REFERENCES "public"."languages"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "language_texts" ADD CONSTRAINT "language_texts_updated_by_admins_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reversed" FOREIGN KEY ("reversal_of") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","size") REFERENCES "public"."ledger_entries"("id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_groups" ADD CONSTRAINT "promotion_groups_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_groups" ADD CONSTRAINT "promotion_groups_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_copied_from_promotions_id_fk" FOREIGN KEY ("copied_from") REFERENCES "public"."promotions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_references" ADD CONSTRAINT "admin_references_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_reverses_entry_id_ledger_entries_id_fk" FOREIGN KEY ("reverses_entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_balances" ADD CONSTRAINT "wallet_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_events" ADD CONSTRAINT "transaction_events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_counterparty_id_users_id_fk" FOREIGN KEY ("counterparty_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_refund_of_transactions_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_roles_role" ON "admin_roles" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email")) WHERE "admins"."status" <> 'deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("kind","record_id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_record" ON "approvals" USING btree ("record_type","record_id");--> statement-breakpoint
CREATE INDEX "approvals_inbox" ON "approvals" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "approvals_requested_by" ON "approvals" USING btree ("requested_by","requested_at");--> statement-breakpoint
CREATE INDEX "approvals_decided_by" ON "approvals" USING btree ("decided_by","requested_at");--> statement-breakpoint
CREATE INDEX "broadcast_failures_unavailable" ON "broadcast_failures" USING btree ("broadcast_id","tries","token") WHERE "broadcast_failures"."reason" = 'unavailable';--> statement-breakpoint
CREATE INDEX "broadcast_opens_user" ON "broadcast_opens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "broadcasts_updated" ON "broadcasts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_scheduled" ON "broadcasts" USING btree ("state","scheduled_for");--> statement-breakpoint
CREATE INDEX "broadcasts_image" ON "broadcasts" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "user_devices_user" ON "user_devices" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "user_devices_token" ON "user_devices" USING btree ("token" collate "C");--> statement-breakpoint
CREATE INDEX "user_devices_language" ON "user_devices" USING btree ("language","user_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "event_categories_name" ON "event_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "event_order_items_type" ON "event_order_items" USING btree ("ticket_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_orders_reference" ON "event_orders" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "event_orders_transaction" ON "event_orders" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "event_orders_event" ON "event_orders" USING btree ("event_id","state","id");--> statement-breakpoint
CREATE INDEX "event_orders_user" ON "event_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "event_orders_reserved" ON "event_orders" USING btree ("event_id","expires_at") WHERE "event_orders"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "event_orders_due" ON "event_orders" USING btree ("expires_at") WHERE "event_orders"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX "events_starts" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_state" ON "events" USING btree ("state","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_live" ON "events" USING btree ("ends_at","starts_at","id") WHERE "events"."state" = 'live';--> statement-breakpoint
CREATE INDEX "events_category" ON "events" USING btree ("category_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_lga" ON "events" USING btree ("lga","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_title" ON "events" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "events_updated" ON "events" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "events_cover" ON "events" USING btree ("cover_image_id");--> statement-breakpoint
CREATE INDEX "events_words" ON "events" USING gin ("words");--> statement-breakpoint
CREATE INDEX "events_images" ON "events" USING gin ("image_ids");--> statement-breakpoint
CREATE INDEX "ticket_scans_ticket" ON "ticket_scans" USING btree ("ticket_id","received_at");--> statement-breakpoint
CREATE INDEX "ticket_scans_conflicts" ON "ticket_scans" USING btree ("event_id","received_at","id") WHERE "ticket_scans"."let_in" and "ticket_scans"."result" <> 'checked_in';--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_types_name" ON "ticket_types" USING btree ("event_id",lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_types_event" ON "ticket_types" USING btree ("event_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_reference" ON "tickets" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_code" ON "tickets" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_code_hash" ON "tickets" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at","id","state","price");--> statement-breakpoint
CREATE INDEX "tickets_state" ON "tickets" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_event" ON "tickets" USING btree ("event_id","created_at","id","ticket_type_id","state","price");--> statement-breakpoint
CREATE INDEX "tickets_event_state" ON "tickets" USING btree ("event_id","state","ticket_type_id");--> statement-breakpoint
CREATE INDEX "tickets_type" ON "tickets" USING btree ("ticket_type_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_holder" ON "tickets" USING btree ("holder_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_order" ON "tickets" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "tickets_refund" ON "tickets" USING btree ("refund_id") WHERE "tickets"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_checked_in" ON "tickets" USING btree ("checked_in_at","id");--> statement-breakpoint
CREATE INDEX "tickets_event_checked_in" ON "tickets" USING btree ("event_id","checked_in_at") WHERE "tickets"."state" = 'checked_in';--> statement-breakpoint
CREATE INDEX "tickets_event_updated" ON "tickets" USING btree ("event_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "cancellation_steps_event" ON "cancellation_steps" USING btree ("event_id","state","order_id");--> statement-breakpoint
CREATE INDEX "cancellation_steps_updated" ON "cancellation_steps" USING btree ("event_id","updated_at","order_id");--> statement-breakpoint
CREATE INDEX "cancellation_steps_pending" ON "cancellation_steps" USING btree ("created_at","order_id") WHERE "cancellation_steps"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "cancellation_steps_failed" ON "cancellation_steps" USING btree ("event_id") WHERE "cancellation_steps"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "file_orphans_noted" ON "file_orphans" USING btree ("noted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_applications_reference" ON "grant_applications" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_applications_once" ON "grant_applications" USING btree ("programme_id","user_id") WHERE "grant_applications"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "grant_applications_submitted" ON "grant_applications" USING btree ("submitted_at","id","state");--> statement-breakpoint
CREATE INDEX "grant_applications_state" ON "grant_applications" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "grant_applications_programme" ON "grant_applications" USING btree ("programme_id","submitted_at","id","state");--> statement-breakpoint
CREATE INDEX "grant_applications_programme_state" ON "grant_applications" USING btree ("programme_id","state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "grant_applications_lga" ON "grant_applications" USING btree ("applicant_lga","submitted_at","id");--> statement-breakpoint
CREATE INDEX "grant_applications_user" ON "grant_applications" USING btree ("user_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "grant_applications_amount" ON "grant_applications" USING btree ("amount_asked","id");--> statement-breakpoint
CREATE INDEX "grant_applications_score" ON "grant_applications" USING btree (coalesce("score_sum", -1),"id","score_sum");--> statement-breakpoint
CREATE INDEX "grant_applications_programme_score" ON "grant_applications" USING btree ("programme_id",coalesce("score_sum", -1),"id","score_sum");--> statement-breakpoint
CREATE INDEX "grant_applications_flagged" ON "grant_applications" USING btree ("submitted_at","id","state") WHERE "grant_applications"."duplicates" <> '{}';--> statement-breakpoint
CREATE INDEX "grant_applications_duplicates" ON "grant_applications" USING gin ("duplicates") WHERE "grant_applications"."duplicates" <> '{}';--> statement-breakpoint
CREATE INDEX "grant_applications_to_review" ON "grant_applications" USING btree ("submitted_at","id") WHERE "grant_applications"."state" in ('submitted', 'shortlisted') and "grant_applications"."reviews" < 2;--> statement-breakpoint
CREATE INDEX "grant_applications_waiting" ON "grant_applications" USING btree ("submitted_at","id") WHERE "grant_applications"."question" is not null and "grant_applications"."replied_at" is null;--> statement-breakpoint
CREATE INDEX "grant_applications_to_pay" ON "grant_applications" USING btree ("programme_id","id") WHERE "grant_applications"."state" = 'approved' and not "grant_applications"."in_batch";--> statement-breakpoint
CREATE INDEX "grant_applications_unpaid" ON "grant_applications" USING btree ("submitted_at","id","amount") WHERE "grant_applications"."state" = 'approved' and not "grant_applications"."in_batch";--> statement-breakpoint
CREATE INDEX "grant_documents_application" ON "grant_documents" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "grant_documents_file_hash" ON "grant_documents" USING btree ("file_hash") WHERE "grant_documents"."file_hash" <> '';--> statement-breakpoint
CREATE INDEX "grant_documents_file" ON "grant_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "grant_documents_photo_hash_0" ON "grant_documents" USING btree ("photo_hash_0") WHERE "grant_documents"."photo_hash_0" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_photo_hash_1" ON "grant_documents" USING btree ("photo_hash_1") WHERE "grant_documents"."photo_hash_1" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_photo_hash_2" ON "grant_documents" USING btree ("photo_hash_2") WHERE "grant_documents"."photo_hash_2" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_photo_hash_3" ON "grant_documents" USING btree ("photo_hash_3") WHERE "grant_documents"."photo_hash_3" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_fingerprints_value" ON "grant_fingerprints" USING btree ("kind","value","application_id");--> statement-breakpoint
CREATE INDEX "grant_programmes_state" ON "grant_programmes" USING btree ("state","closes_at","id");--> statement-breakpoint
CREATE INDEX "grant_programmes_updated" ON "grant_programmes" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "grant_programmes_closes" ON "grant_programmes" USING btree ("closes_at","id");--> statement-breakpoint
CREATE INDEX "grant_programmes_budget" ON "grant_programmes" USING btree ("budget","id");--> statement-breakpoint
CREATE INDEX "grant_programmes_name" ON "grant_programmes" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "grant_programmes_group" ON "grant_programmes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "grant_reviews_reviewer" ON "grant_reviews" USING btree ("reviewer_id","application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_batch_rows_application" ON "grant_batch_rows" USING btree ("batch_id","application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_batch_rows_live" ON "grant_batch_rows" USING btree ("application_id") WHERE "grant_batch_rows"."state" <> 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "grant_batch_rows_transaction" ON "grant_batch_rows" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "grant_batch_rows_state" ON "grant_batch_rows" USING btree ("batch_id","state","row");--> statement-breakpoint
CREATE INDEX "grant_batch_rows_amount" ON "grant_batch_rows" USING btree ("batch_id","amount","row");--> statement-breakpoint
CREATE INDEX "grant_batch_rows_updated" ON "grant_batch_rows" USING btree ("batch_id","updated_at","row");--> statement-breakpoint
CREATE INDEX "grant_batch_rows_pending" ON "grant_batch_rows" USING btree ("batch_id","row") WHERE "grant_batch_rows"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "grant_batches_reference" ON "grant_batches" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "grant_batches_created" ON "grant_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "grant_batches_amount" ON "grant_batches" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "grant_batches_state" ON "grant_batches" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "grant_batches_programme" ON "grant_batches" USING btree ("programme_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ireport_messages_ireport" ON "ireport_messages" USING btree ("ireport_id","at");--> statement-breakpoint
CREATE INDEX "ireport_notes_ireport" ON "ireport_notes" USING btree ("ireport_id","at");--> statement-breakpoint
CREATE INDEX "ireport_photos_ireport" ON "ireport_photos" USING btree ("ireport_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ireports_number" ON "ireports" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "ireports_code_hash" ON "ireports" USING btree ("code_hash") WHERE "ireports"."code_hash" is not null;--> statement-breakpoint
CREATE INDEX "ireports_due" ON "ireports" USING btree ("closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_state_due" ON "ireports" USING btree ("closed","state_due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_submitted" ON "ireports" USING btree ("submitted_at","id","category_id","lga","owner_id","closed","due_at");--> statement-breakpoint
CREATE INDEX "ireports_number_order" ON "ireports" USING btree (length("number"),"number");--> statement-breakpoint
CREATE INDEX "ireports_urgency" ON "ireports" USING btree ("closed",(case "priority" when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end),"due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_priority" ON "ireports" USING btree ("priority","closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_state" ON "ireports" USING btree ("state","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_category" ON "ireports" USING btree ("category_id","closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_category_submitted" ON "ireports" USING btree ("category_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "ireports_lga" ON "ireports" USING btree ("lga","closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_owner" ON "ireports" USING btree ("owner_id","closed","due_at","id");--> statement-breakpoint
CREATE INDEX "ireports_reporter" ON "ireports" USING btree ("reporter_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "ireports_cell" ON "ireports" USING btree ("cell","submitted_at");--> statement-breakpoint
CREATE INDEX "ireports_near" ON "ireports" USING btree ("cell","closed","due_at","id","lat","lng","category_id","owner_id");--> statement-breakpoint
CREATE INDEX "ireports_original" ON "ireports" USING btree ("original_id") WHERE "ireports"."original_id" is not null;--> statement-breakpoint
CREATE INDEX "ireports_unassigned" ON "ireports" USING btree ("due_at","id") WHERE "ireports"."owner_id" is null and "ireports"."state" in ('submitted', 'acknowledged', 'in_progress');--> statement-breakpoint
CREATE INDEX "ireports_open" ON "ireports" USING btree ("lga","category_id","due_at","state_due_at","state","owner_id","escalated_at") WHERE "ireports"."state" in ('submitted', 'acknowledged', 'in_progress', 'waiting_for_citizen');--> statement-breakpoint
CREATE INDEX "ireports_to_escalate" ON "ireports" USING btree ("state_due_at","due_at","id") WHERE "ireports"."escalated_at" is null and "ireports"."state" in ('submitted', 'acknowledged', 'in_progress');--> statement-breakpoint
CREATE INDEX "ireports_escalated" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."escalated_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_resolved" ON "ireports" USING btree ("resolved_at","submitted_at","category_id","owner_id") WHERE "ireports"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_acknowledged" ON "ireports" USING btree ("acknowledged_at","submitted_at","category_id","owner_id") WHERE "ireports"."acknowledged_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_rated" ON "ireports" USING btree ("rated_at","rating","category_id","owner_id") WHERE "ireports"."rated_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_reopened" ON "ireports" USING btree ("reopened_at","category_id","owner_id") WHERE "ireports"."reopened_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_reopened_due" ON "ireports" USING btree ("closed","due_at","id") WHERE "ireports"."reopened_at" is not null;--> statement-breakpoint
CREATE INDEX "ireports_words" ON "ireports" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_categories_name" ON "ireport_categories" USING btree (coalesce("parent_id", '00000000-0000-0000-0000-000000000000'),lower("name"));--> statement-breakpoint
CREATE INDEX "ireport_categories_parent" ON "ireport_categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "ireport_categories_department" ON "ireport_categories" USING btree ("department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_departments_name" ON "ireport_departments" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ireport_departments_lead" ON "ireport_departments" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ireport_templates_name" ON "ireport_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ireport_templates_category" ON "ireport_templates" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "kyc_documents_kyc" ON "kyc_documents" USING btree ("kyc_id");--> statement-breakpoint
CREATE INDEX "kyc_documents_file_hash" ON "kyc_documents" USING btree ("file_hash") WHERE "kyc_documents"."file_hash" <> '';--> statement-breakpoint
CREATE INDEX "kyc_documents_photo_hash_0" ON "kyc_documents" USING btree ("photo_hash_0") WHERE "kyc_documents"."photo_hash_0" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_photo_hash_1" ON "kyc_documents" USING btree ("photo_hash_1") WHERE "kyc_documents"."photo_hash_1" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_photo_hash_2" ON "kyc_documents" USING btree ("photo_hash_2") WHERE "kyc_documents"."photo_hash_2" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_photo_hash_3" ON "kyc_documents" USING btree ("photo_hash_3") WHERE "kyc_documents"."photo_hash_3" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_requests_reference" ON "kyc_requests" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "kyc_requests_submitted" ON "kyc_requests" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_state_submitted" ON "kyc_requests" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_due" ON "kyc_requests" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_name" ON "kyc_requests" USING btree ("last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_tier" ON "kyc_requests" USING btree ("tier","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_lga" ON "kyc_requests" USING btree ("lga","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_assignee" ON "kyc_requests" USING btree ("assignee_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_user" ON "kyc_requests" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_identity_number_hash" ON "kyc_requests" USING btree ("identity_number_hash");--> statement-breakpoint
CREATE INDEX "kyc_requests_identity_type" ON "kyc_requests" USING btree ("identity_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "kyc_requests_decided" ON "kyc_requests" USING btree ("decided_at","decided_by_id","state","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_unassigned" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."state" = 'pending' and "kyc_requests"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "kyc_requests_nobody" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "kyc_requests_open_assignee" ON "kyc_requests" USING btree ("assignee_id","submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_open" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_open_due" ON "kyc_requests" USING btree ("due_at","id") WHERE "kyc_requests"."state" in ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "kyc_requests_phone" ON "kyc_requests" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "kyc_requests_first_name" ON "kyc_requests" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_middle_name" ON "kyc_requests" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_last_name" ON "kyc_requests" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "kyc_requests_flagged" ON "kyc_requests" USING btree ("submitted_at","id") WHERE "kyc_requests"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "kyc_requests_device" ON "kyc_requests" USING btree ("submitted_device","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_requests_address" ON "kyc_requests" USING btree ("submitted_address","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_notes_kyc" ON "kyc_notes" USING btree ("kyc_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "language_keys_key" ON "language_keys" USING btree ("key");--> statement-breakpoint
CREATE INDEX "language_texts_code" ON "language_texts" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "languages_position" ON "languages" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_code" ON "ledger_accounts" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_user" ON "ledger_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_key" ON "ledger_entries" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversal_of" ON "ledger_entries" USING btree ("reversal_of");--> statement-breakpoint
CREATE INDEX "ledger_entries_source" ON "ledger_entries" USING btree ("source_type","source_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("kind","posted_at") WHERE "ledger_entries"."kind" <> 'transaction';--> statement-breakpoint
CREATE INDEX "ledger_postings_statement" ON "ledger_postings" USING btree ("account_id","posted_at","seq","amount");--> statement-breakpoint
CREATE INDEX "ledger_postings_amount" ON "ledger_postings" USING btree ("account_id","amount");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "promotion_codes_promotion" ON "promotion_codes" USING btree ("promotion_id","code");--> statement-breakpoint
CREATE INDEX "promotion_codes_uses" ON "promotion_codes" USING btree ("promotion_id","uses","code");--> statement-breakpoint
CREATE INDEX "promotion_groups_group" ON "promotion_groups" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_redemptions_transaction" ON "promotion_redemptions" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_created" ON "promotion_redemptions" USING btree ("created_at","id","state","amount");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_amount" ON "promotion_redemptions" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_promotion" ON "promotion_redemptions" USING btree ("promotion_id","created_at","id","state","amount","returned");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_state" ON "promotion_redemptions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_user" ON "promotion_redemptions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_uses" ON "promotion_redemptions" USING btree ("promotion_id","user_id","state");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_device" ON "promotion_redemptions" USING btree ("device_hash","user_id","promotion_id") WHERE "promotion_redemptions"."device_hash" is not null;--> statement-breakpoint
CREATE INDEX "promotions_state" ON "promotions" USING btree ("state","updated_at","id");--> statement-breakpoint
CREATE INDEX "promotions_updated" ON "promotions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "promotions_starts" ON "promotions" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "promotions_ends" ON "promotions" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "promotions_spent" ON "promotions" USING btree ("spent","id");--> statement-breakpoint
CREATE INDEX "promotions_name" ON "promotions" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "admin_references_admin" ON "admin_references" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "device_tokens_admin" ON "device_tokens" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "device_tokens_session" ON "device_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_admin" ON "sign_in_codes" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "audit_trails_at" ON "audit_trails" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_admin" ON "audit_trails" USING btree ("admin_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_action" ON "audit_trails" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_record" ON "audit_trails" USING btree ("record_type","record_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_kyc_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'kyc' and outcome = 'done'
  and after ?| array['state', 'assignee', 'flags', 'note', 'approval', 'awaiting_approval'];--> statement-breakpoint
CREATE INDEX "audit_trails_ireport_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'ireport' and outcome = 'done'
  and after ?| array['state', 'owner', 'priority', 'category', 'note', 'message', 'rating', 'escalated', 'original'];--> statement-breakpoint
CREATE INDEX "audit_trails_refused" ON "audit_trails" USING btree ("at","id") WHERE "audit_trails"."outcome" = 'refused';--> statement-breakpoint
CREATE INDEX "audit_trails_record_search" ON "audit_trails" USING btree (lower("record_name") text_pattern_ops,"at","id","record_name");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_token_hash" ON "exports" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "exports_created" ON "exports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reference" ON "wallet_movements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_movements_requested" ON "wallet_movements" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_amount" ON "wallet_movements" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_state" ON "wallet_movements" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reverses" ON "wallet_movements" USING btree ("reverses_entry_id") WHERE "wallet_movements"."state" in ('awaiting_approval', 'posted');--> statement-breakpoint
CREATE INDEX "wallet_movements_transaction" ON "wallet_movements" USING btree ("transaction_id") WHERE "wallet_movements"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "day_totals_facet" ON "day_totals" USING btree ("list","facet","day");--> statement-breakpoint
CREATE INDEX "place_totals_place" ON "place_totals" USING btree ("sort","place");--> statement-breakpoint
CREATE INDEX "wallet_balances_balance" ON "wallet_balances" USING btree ("balance","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_code" ON "payment_methods" USING btree ("code");--> statement-breakpoint
CREATE INDEX "transaction_events_transaction" ON "transaction_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_events_provider" ON "transaction_events" USING btree ("provider_event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id","type","state","channel","completed_at");--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_type" ON "transactions" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_channel" ON "transactions" USING btree ("channel","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_method" ON "transactions" USING btree ("method_id","created_at","id","state");--> statement-breakpoint
CREATE INDEX "transactions_amount" ON "transactions" USING btree ("amount","id","type","state","channel","created_at");--> statement-breakpoint
CREATE INDEX "transactions_fee" ON "transactions" USING btree ("fee","id");--> statement-breakpoint
CREATE INDEX "transactions_facets" ON "transactions" USING btree ("type","state","channel");--> statement-breakpoint
CREATE INDEX "transactions_completed" ON "transactions" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "transactions_spent" ON "transactions" USING btree ("completed_at","user_id","amount","refunded_amount") WHERE "transactions"."type" in ('transfer', 'bill_payment', 'tax_and_levy', 'ticket') and "transactions"."state" in ('succeeded', 'partially_refunded', 'refunded', 'disputed', 'won');--> statement-breakpoint
CREATE INDEX "transactions_provider_reference" ON "transactions" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX "transactions_card_last4" ON "transactions" USING btree ("card_last4","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_refund_of" ON "transactions" USING btree ("refund_of");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_name" ON "user_groups" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_joined" ON "users" USING btree ("joined_at","id");--> statement-breakpoint
CREATE INDEX "users_joined_facets" ON "users" USING btree ("joined_at","id","status","tier","lga","restricted_until");--> statement-breakpoint
CREATE INDEX "users_facets" ON "users" USING btree ("tier","lga","status","restricted_until");--> statement-breakpoint
CREATE INDEX "users_status" ON "users" USING btree ("status","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_tier" ON "users" USING btree ("tier","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_lga" ON "users" USING btree ("lga","joined_at","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name" collate "C","first_name" collate "C","id","status","tier","lga","restricted_until");--> statement-breakpoint
CREATE INDEX "users_last_seen" ON "users" USING btree (coalesce("last_seen_at", to_timestamp(0)),"id");--> statement-breakpoint
CREATE INDEX "users_search_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_middle_name" ON "users" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_phone" ON "users" USING btree ("phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_restricted_until" ON "users" USING btree ("restricted_until") WHERE "users"."restricted_until" is not null;