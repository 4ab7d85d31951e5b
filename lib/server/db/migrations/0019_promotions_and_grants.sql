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
	"look" bit(256),
	"look_0" integer,
	"look_1" integer,
	"look_2" integer,
	"look_3" integer
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
ALTER TABLE "ledger_accounts" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "cashback" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
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
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_groups" ADD CONSTRAINT "promotion_groups_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_groups" ADD CONSTRAINT "promotion_groups_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_copied_from_promotions_id_fk" FOREIGN KEY ("copied_from") REFERENCES "public"."promotions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "grant_applications_to_review" ON "grant_applications" USING btree ("submitted_at","id") WHERE "grant_applications"."state" in ('submitted', 'shortlisted') and "grant_applications"."reviews" < 2;--> statement-breakpoint
CREATE INDEX "grant_applications_waiting" ON "grant_applications" USING btree ("submitted_at","id") WHERE "grant_applications"."question" is not null and "grant_applications"."replied_at" is null;--> statement-breakpoint
CREATE INDEX "grant_applications_duplicates" ON "grant_applications" USING gin ("duplicates") WHERE "grant_applications"."duplicates" <> '{}';--> statement-breakpoint
CREATE INDEX "grant_applications_unpaid" ON "grant_applications" USING btree ("submitted_at","id","amount") WHERE "grant_applications"."state" = 'approved' and not "grant_applications"."in_batch";--> statement-breakpoint
CREATE INDEX "grant_applications_to_pay" ON "grant_applications" USING btree ("programme_id","id") WHERE "grant_applications"."state" = 'approved' and not "grant_applications"."in_batch";--> statement-breakpoint
CREATE INDEX "grant_documents_application" ON "grant_documents" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "grant_documents_file_hash" ON "grant_documents" USING btree ("file_hash") WHERE "grant_documents"."file_hash" <> '';--> statement-breakpoint
CREATE INDEX "grant_documents_file" ON "grant_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "grant_documents_look_0" ON "grant_documents" USING btree ("look_0") WHERE "grant_documents"."look_0" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_look_1" ON "grant_documents" USING btree ("look_1") WHERE "grant_documents"."look_1" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_look_2" ON "grant_documents" USING btree ("look_2") WHERE "grant_documents"."look_2" is not null and "grant_documents"."is_photo";--> statement-breakpoint
CREATE INDEX "grant_documents_look_3" ON "grant_documents" USING btree ("look_3") WHERE "grant_documents"."look_3" is not null and "grant_documents"."is_photo";--> statement-breakpoint
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
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_reserved" CHECK ("ledger_accounts"."reserved" = 0 or ("ledger_accounts"."code" in ('grants_pool', 'promotions_pool') and "ledger_accounts"."reserved" between 0 and "ledger_accounts"."balance"));--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_promotion" CHECK ("transactions"."discount" between 0 and "transactions"."amount" and "transactions"."cashback" between 0 and "transactions"."amount" and least("transactions"."discount", "transactions"."cashback") = 0);