CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"account_number" text NOT NULL,
	"starts_on" date,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"format" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"opening" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"lines" integer NOT NULL,
	"stored_lines" integer DEFAULT 0 NOT NULL,
	"known_lines" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"imported_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "bank_statements_period" CHECK ("bank_statements"."from_day" <= "bank_statements"."to_day"),
	CONSTRAINT "bank_statements_lines" CHECK ("bank_statements"."stored_lines" between 0 and "bank_statements"."lines" and "bank_statements"."known_lines" between 0 and "bank_statements"."lines")
);
--> statement-breakpoint
CREATE TABLE "statement_layouts" (
	"bank_code" text PRIMARY KEY NOT NULL,
	"layout" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"statement_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint,
	"narration" text NOT NULL,
	"reference" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "statement_lines_statement_id_line_pk" PRIMARY KEY("statement_id","line")
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"file_name" text,
	"added_by" uuid NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"transaction_id" uuid,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answer_amount" bigint,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"problem" text,
	"resolution" text,
	"reminded_at" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "disputes_known_answer" CHECK ("disputes"."answer" in ('accept', 'contest')),
	CONSTRAINT "disputes_answer" CHECK (("disputes"."answer" is null) = ("disputes"."answered_by" is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_days" (
	"day" date PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"figures" jsonb,
	"audit_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "reconciliation_days_two_admins" CHECK ("reconciliation_days"."closed_by" <> "reconciliation_days"."proposed_by"),
	CONSTRAINT "reconciliation_days_closed" CHECK (("reconciliation_days"."state" = 'closed') = ("reconciliation_days"."closed_by" is not null and "reconciliation_days"."closed_at" is not null and "reconciliation_days"."figures" is not null and "reconciliation_days"."audit_hash" is not null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"source_key" text NOT NULL,
	"account_id" uuid,
	"statement_id" uuid,
	"statement_line" integer,
	"provider" text,
	"settlement_id" bigint,
	"day" date NOT NULL,
	"accounting_day" date NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text,
	"provider_reference" text,
	"narration" text DEFAULT '' NOT NULL,
	"transaction_id" uuid,
	"entry_id" uuid,
	"revenue_head_id" uuid,
	"remittance_group" text,
	"due_on" date NOT NULL,
	"finding" text,
	"cause" text,
	"counterpart_id" bigint,
	"match_id" bigint,
	"split_of" bigint,
	"is_split" boolean DEFAULT false NOT NULL,
	"asked_id" uuid,
	"question" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "reconciliation_items_amount" CHECK ("reconciliation_items"."amount" <> 0 or "reconciliation_items"."kind" = 'settlement'),
	CONSTRAINT "reconciliation_items_bank" CHECK (("reconciliation_items"."side" = 'bank') = ("reconciliation_items"."account_id" is not null)),
	CONSTRAINT "reconciliation_items_provider" CHECK (("reconciliation_items"."side" = 'provider') = ("reconciliation_items"."provider" is not null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_matches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"accounting_day" date NOT NULL,
	"matched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"matched_by" uuid,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_movements" (
	"movement_id" uuid PRIMARY KEY NOT NULL,
	"item_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_providers" (
	"provider" text PRIMARY KEY NOT NULL,
	"fetched_to" date,
	"fetched_at" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "reconciliation_separations" (
	"item_id" bigint NOT NULL,
	"match_id" bigint NOT NULL,
	CONSTRAINT "reconciliation_separations_item_id_match_id_pk" PRIMARY KEY("item_id","match_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_settings" (
	"id" smallint PRIMARY KEY NOT NULL,
	"starts_on" date,
	"closed_until" date,
	"ledger_seq" integer DEFAULT 0 NOT NULL,
	"matched_through" bigint DEFAULT 0 NOT NULL,
	"matched_on" date,
	"amount_limit" bigint DEFAULT 0 NOT NULL,
	"day_limit" integer DEFAULT 3 NOT NULL,
	"name_limit" integer DEFAULT 60 NOT NULL,
	"provider_days" integer DEFAULT 2 NOT NULL,
	"bank_days" integer DEFAULT 1 NOT NULL,
	"remittance_days" integer DEFAULT 5 NOT NULL,
	"movement_days" integer DEFAULT 2 NOT NULL,
	"write_off_limit" bigint DEFAULT 500000 NOT NULL,
	"unexplained_limit" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "reconciliation_settings_one" CHECK ("reconciliation_settings"."id" = 1),
	CONSTRAINT "reconciliation_settings_started" CHECK (("reconciliation_settings"."starts_on" is null) = ("reconciliation_settings"."closed_until" is null)),
	CONSTRAINT "reconciliation_settings_limits" CHECK ("reconciliation_settings"."amount_limit" >= 0 and "reconciliation_settings"."day_limit" between 0 and 31 and "reconciliation_settings"."name_limit" between 0 and 100 and "reconciliation_settings"."write_off_limit" >= 0 and "reconciliation_settings"."unexplained_limit" >= 0),
	CONSTRAINT "reconciliation_settings_days" CHECK (least("reconciliation_settings"."provider_days", "reconciliation_settings"."bank_days", "reconciliation_settings"."remittance_days", "reconciliation_settings"."movement_days") >= 0 and greatest("reconciliation_settings"."provider_days", "reconciliation_settings"."bank_days", "reconciliation_settings"."remittance_days", "reconciliation_settings"."movement_days") <= 60)
);
--> statement-breakpoint
CREATE TABLE "revenue_heads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"starts_on" date NOT NULL,
	"name" text NOT NULL,
	"ministry" text NOT NULL,
	"bank_name" text,
	"account_number" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "revenue_heads_account" CHECK (("revenue_heads"."account_number" is null) = ("revenue_heads"."bank_name" is null))
);
--> statement-breakpoint
CREATE TABLE "tax_payments" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"revenue_head_id" uuid NOT NULL,
	"lga" text
);
--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_admins_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_layouts" ADD CONSTRAINT "statement_layouts_saved_by_admins_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_added_by_admins_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_answered_by_admins_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_days" ADD CONSTRAINT "reconciliation_days_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_days" ADD CONSTRAINT "reconciliation_days_closed_by_admins_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_settlement_id_reconciliation_items_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."reconciliation_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_revenue_head_id_revenue_heads_id_fk" FOREIGN KEY ("revenue_head_id") REFERENCES "public"."revenue_heads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_match_id_reconciliation_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."reconciliation_matches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_split_of_reconciliation_items_id_fk" FOREIGN KEY ("split_of") REFERENCES "public"."reconciliation_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_asked_id_admins_id_fk" FOREIGN KEY ("asked_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_matches" ADD CONSTRAINT "reconciliation_matches_matched_by_admins_id_fk" FOREIGN KEY ("matched_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_movements" ADD CONSTRAINT "reconciliation_movements_movement_id_wallet_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."wallet_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_movements" ADD CONSTRAINT "reconciliation_movements_item_id_reconciliation_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."reconciliation_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_separations" ADD CONSTRAINT "reconciliation_separations_item_id_reconciliation_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."reconciliation_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_payments" ADD CONSTRAINT "tax_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_payments" ADD CONSTRAINT "tax_payments_revenue_head_id_revenue_heads_id_fk" FOREIGN KEY ("revenue_head_id") REFERENCES "public"."revenue_heads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_number" ON "bank_accounts" USING btree ("bank_code","account_number");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_name" ON "bank_accounts" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_file" ON "bank_statements" USING btree ("account_id","file_hash") WHERE "bank_statements"."state" in ('reading', 'imported');--> statement-breakpoint
CREATE INDEX "bank_statements_started" ON "bank_statements" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "bank_statements_days" ON "bank_statements" USING btree ("account_id","from_day","to_day");--> statement-breakpoint
CREATE INDEX "dispute_evidence_dispute" ON "dispute_evidence" USING btree ("dispute_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider" ON "disputes" USING btree ("provider","provider_dispute_id");--> statement-breakpoint
CREATE INDEX "disputes_due" ON "disputes" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "disputes_opened" ON "disputes" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "disputes_state" ON "disputes" USING btree ("state","due_at","id");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_items_source" ON "reconciliation_items" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "reconciliation_items_open" ON "reconciliation_items" USING btree ("due_on","day","id") WHERE "reconciliation_items"."match_id" is null and not "reconciliation_items"."is_split";--> statement-breakpoint
CREATE INDEX "reconciliation_items_day" ON "reconciliation_items" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "reconciliation_items_amount" ON "reconciliation_items" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "reconciliation_items_open_amount" ON "reconciliation_items" USING btree ("amount","day") WHERE "reconciliation_items"."match_id" is null and not "reconciliation_items"."is_split";--> statement-breakpoint
CREATE INDEX "reconciliation_items_accounting" ON "reconciliation_items" USING btree ("accounting_day","side");--> statement-breakpoint
CREATE INDEX "reconciliation_items_reference" ON "reconciliation_items" USING btree ("reference") WHERE "reconciliation_items"."reference" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_provider_reference" ON "reconciliation_items" USING btree ("provider_reference") WHERE "reconciliation_items"."provider_reference" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_settlement" ON "reconciliation_items" USING btree ("settlement_id") WHERE "reconciliation_items"."settlement_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_parts" ON "reconciliation_items" USING btree ("split_of") WHERE "reconciliation_items"."split_of" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_settlement_text" ON "reconciliation_items" USING btree ("narration") WHERE "reconciliation_items"."kind" = 'settlement';--> statement-breakpoint
CREATE INDEX "reconciliation_items_match" ON "reconciliation_items" USING btree ("match_id") WHERE "reconciliation_items"."match_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_transaction" ON "reconciliation_items" USING btree ("transaction_id") WHERE "reconciliation_items"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_items_entry" ON "reconciliation_items" USING btree ("entry_id") WHERE "reconciliation_items"."entry_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_matches_accounting" ON "reconciliation_matches" USING btree ("accounting_day");--> statement-breakpoint
CREATE INDEX "reconciliation_matches_rule" ON "reconciliation_matches" USING btree ("rule","id");--> statement-breakpoint
CREATE INDEX "reconciliation_movements_item" ON "reconciliation_movements" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "reconciliation_separations_match" ON "reconciliation_separations" USING btree ("match_id");--> statement-breakpoint
CREATE UNIQUE INDEX "revenue_heads_code" ON "revenue_heads" USING btree ("code","starts_on");--> statement-breakpoint
CREATE INDEX "revenue_heads_ministry" ON "revenue_heads" USING btree ("ministry","code");--> statement-breakpoint
CREATE INDEX "tax_payments_head" ON "tax_payments" USING btree ("revenue_head_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_taxes" ON "transactions" USING btree ("completed_at","id","state","channel","amount","refunded_amount") WHERE "transactions"."type" = 'tax_and_levy';