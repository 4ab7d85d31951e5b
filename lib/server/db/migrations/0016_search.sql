CREATE TABLE "pinned_records" (
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"pinned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pinned_records_admin_id_kind_record_id_pk" PRIMARY KEY("admin_id","kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(first_name || ' ' || last_name || ' ' || email, true)) STORED;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(name, true)) STORED;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(title || ' ' || text, true)) STORED;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(title, true)) STORED;--> statement-breakpoint
ALTER TABLE "grant_programmes" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(name || ' ' || sponsor, true)) STORED;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(name, true)) STORED;--> statement-breakpoint
ALTER TABLE "pinned_records" ADD CONSTRAINT "pinned_records_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admins_words" ON "admins" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "roles_words" ON "roles" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "broadcasts_words" ON "broadcasts" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "entries_words" ON "entries" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "grant_programmes_words" ON "grant_programmes" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "kyc_requests_identity_number_last4" ON "kyc_requests" USING btree ("identity_number_last4","submitted_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_words" ON "ledger_entries" USING gin (search_words("description", false)) WHERE "ledger_entries"."kind" <> 'transaction';--> statement-breakpoint
CREATE INDEX "promotions_words" ON "promotions" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "wallet_movements_external_reference" ON "wallet_movements" USING btree ("external_reference") WHERE "wallet_movements"."external_reference" <> '';