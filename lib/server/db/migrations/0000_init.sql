CREATE SEQUENCE "public"."kyc_references" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."wallet_movement_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "admin_references" (
	"reference_hash" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
	"last_sign_in_at" timestamp (3) with time zone
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
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"reference" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"last_failure_at" timestamp (3) with time zone NOT NULL
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
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_orphans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"look" bit(256),
	"look_0" integer,
	"look_1" integer,
	"look_2" integer,
	"look_3" integer
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
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"message" text,
	"submitted_device" text,
	"submitted_address" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
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
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text,
	"user_id" uuid,
	"side" text NOT NULL,
	"may_be_negative" boolean DEFAULT false NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"postings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" CHECK (("ledger_accounts"."code" is null) <> ("ledger_accounts"."user_id" is null)),
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."may_be_negative"),
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
	"hash" text NOT NULL
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
	"last_action" text NOT NULL
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
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"entry_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
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
	CONSTRAINT "transactions_refunded" CHECK ("transactions"."refunded_amount" between 0 and "transactions"."amount"),
	CONSTRAINT "transactions_is_refund" CHECK (("transactions"."type" = 'refund') = ("transactions"."refund_of" is not null))
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
ALTER TABLE "admin_references" ADD CONSTRAINT "admin_references_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_roles" ADD CONSTRAINT "admin_roles_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_roles" ADD CONSTRAINT "admin_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tokens" ADD CONSTRAINT "device_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD CONSTRAINT "kyc_documents_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_documents" ADD CONSTRAINT "kyc_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_assignee_id_admins_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_decided_by_id_admins_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_uploads" ADD CONSTRAINT "kyc_uploads_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_uploads" ADD CONSTRAINT "kyc_uploads_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_kyc_id_kyc_requests_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_notes" ADD CONSTRAINT "kyc_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reversed" FOREIGN KEY ("reversal_of") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("entry_id","size") REFERENCES "public"."ledger_entries"("id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_balances" ADD CONSTRAINT "wallet_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_events" ADD CONSTRAINT "transaction_events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_counterparty_id_users_id_fk" FOREIGN KEY ("counterparty_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_refund_of_transactions_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_references_admin" ON "admin_references" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_roles_role" ON "admin_roles" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email")) WHERE "admins"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "device_tokens_admin" ON "device_tokens" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "device_tokens_session" ON "device_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "outbox_next_attempt" ON "outbox" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_admin" ON "sign_in_codes" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("kind","record_id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_record" ON "approvals" USING btree ("record_type","record_id");--> statement-breakpoint
CREATE INDEX "approvals_inbox" ON "approvals" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "approvals_requested_by" ON "approvals" USING btree ("requested_by","requested_at");--> statement-breakpoint
CREATE INDEX "approvals_decided_by" ON "approvals" USING btree ("decided_by","requested_at");--> statement-breakpoint
CREATE INDEX "file_orphans_noted" ON "file_orphans" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "kyc_documents_kyc" ON "kyc_documents" USING btree ("kyc_id");--> statement-breakpoint
CREATE INDEX "kyc_documents_file_hash" ON "kyc_documents" USING btree ("file_hash") WHERE "kyc_documents"."file_hash" <> '';--> statement-breakpoint
CREATE INDEX "kyc_documents_look_0" ON "kyc_documents" USING btree ("look_0") WHERE "kyc_documents"."look_0" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_1" ON "kyc_documents" USING btree ("look_1") WHERE "kyc_documents"."look_1" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_2" ON "kyc_documents" USING btree ("look_2") WHERE "kyc_documents"."look_2" is not null;--> statement-breakpoint
CREATE INDEX "kyc_documents_look_3" ON "kyc_documents" USING btree ("look_3") WHERE "kyc_documents"."look_3" is not null;--> statement-breakpoint
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
CREATE INDEX "kyc_uploads_created" ON "kyc_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "kyc_notes_kyc" ON "kyc_notes" USING btree ("kyc_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_code" ON "ledger_accounts" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_user" ON "ledger_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_key" ON "ledger_entries" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversal_of" ON "ledger_entries" USING btree ("reversal_of");--> statement-breakpoint
CREATE INDEX "ledger_entries_source" ON "ledger_entries" USING btree ("source_type","source_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("kind","posted_at") WHERE "ledger_entries"."kind" <> 'transaction';--> statement-breakpoint
CREATE INDEX "ledger_postings_statement" ON "ledger_postings" USING btree ("account_id","posted_at","seq");--> statement-breakpoint
CREATE INDEX "ledger_postings_amount" ON "ledger_postings" USING btree ("account_id","amount");--> statement-breakpoint
CREATE INDEX "audit_trails_at" ON "audit_trails" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_admin" ON "audit_trails" USING btree ("admin_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_action" ON "audit_trails" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_record" ON "audit_trails" USING btree ("record_type","record_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_trails_kyc_changes" ON "audit_trails" USING btree ("id","record_id") WHERE record_type = 'kyc' and outcome = 'done'
  and after ?| array['state', 'assignee', 'flags', 'note', 'approval', 'awaiting_approval'];--> statement-breakpoint
CREATE INDEX "audit_trails_refused" ON "audit_trails" USING btree ("at","id") WHERE "audit_trails"."outcome" = 'refused';--> statement-breakpoint
CREATE INDEX "audit_trails_record_search" ON "audit_trails" USING btree (lower("record_name") text_pattern_ops,"at","id","record_name");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_token_hash" ON "exports" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "exports_created" ON "exports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reference" ON "wallet_movements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "wallet_movements_requested" ON "wallet_movements" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_amount" ON "wallet_movements" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "wallet_movements_state" ON "wallet_movements" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_movements_reverses" ON "wallet_movements" USING btree ("reverses_entry_id") WHERE "wallet_movements"."state" in ('awaiting_approval', 'posted');--> statement-breakpoint
CREATE INDEX "day_totals_facet" ON "day_totals" USING btree ("list","facet","day");--> statement-breakpoint
CREATE INDEX "wallet_balances_balance" ON "wallet_balances" USING btree ("balance","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_code" ON "payment_methods" USING btree ("code");--> statement-breakpoint
CREATE INDEX "transaction_events_transaction" ON "transaction_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_events_provider" ON "transaction_events" USING btree ("provider_event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_state" ON "transactions" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_type" ON "transactions" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_channel" ON "transactions" USING btree ("channel","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_method" ON "transactions" USING btree ("method_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_amount" ON "transactions" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "transactions_fee" ON "transactions" USING btree ("fee","id");--> statement-breakpoint
CREATE INDEX "transactions_facets" ON "transactions" USING btree ("type","state","channel");--> statement-breakpoint
CREATE INDEX "transactions_completed" ON "transactions" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "transactions_provider_reference" ON "transactions" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX "transactions_card_last4" ON "transactions" USING btree ("card_last4","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_refund_of" ON "transactions" USING btree ("refund_of");--> statement-breakpoint
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
CREATE INDEX "users_name" ON "users" USING btree ("last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "users_last_seen" ON "users" USING btree (coalesce("last_seen_at", to_timestamp(0)),"id");--> statement-breakpoint
CREATE INDEX "users_search_first_name" ON "users" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_middle_name" ON "users" USING btree (lower("middle_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_last_name" ON "users" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_phone" ON "users" USING btree ("phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_restricted_until" ON "users" USING btree ("restricted_until") WHERE "users"."restricted_until" is not null;