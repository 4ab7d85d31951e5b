CREATE TABLE "opening_balance_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"state" text DEFAULT 'stored' NOT NULL,
	"lines" integer NOT NULL,
	"amount" bigint NOT NULL,
	"zeros" integer NOT NULL,
	"posted_lines" integer DEFAULT 0 NOT NULL,
	"posted_amount" bigint DEFAULT 0 NOT NULL,
	"skipped_lines" integer DEFAULT 0 NOT NULL,
	"skipped_amount" bigint DEFAULT 0 NOT NULL,
	"reversed_lines" integer DEFAULT 0 NOT NULL,
	"reversed_amount" bigint DEFAULT 0 NOT NULL,
	"stored_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone,
	CONSTRAINT "opening_balance_files_amounts" CHECK ("opening_balance_files"."lines" > 0 and "opening_balance_files"."amount" > 0 and "opening_balance_files"."zeros" >= 0),
	CONSTRAINT "opening_balance_files_approved" CHECK (("opening_balance_files"."state" = 'stored') = ("opening_balance_files"."approved_by" is null))
);
--> statement-breakpoint
CREATE TABLE "opening_balances" (
	"file_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'stored' NOT NULL,
	"entry_id" uuid,
	CONSTRAINT "opening_balances_file_id_line_pk" PRIMARY KEY("file_id","line"),
	CONSTRAINT "opening_balances_amount" CHECK ("opening_balances"."amount" > 0),
	CONSTRAINT "opening_balances_posted" CHECK (("opening_balances"."state" in ('posted', 'reversed')) = ("opening_balances"."entry_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "opening_balance_files" ADD CONSTRAINT "opening_balance_files_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_file_id_opening_balance_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."opening_balance_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "opening_balance_files_file" ON "opening_balance_files" USING btree ("app","file_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "opening_balances_user" ON "opening_balances" USING btree ("user_id") WHERE "opening_balances"."state" in ('stored', 'posted');--> statement-breakpoint
CREATE INDEX "opening_balances_open" ON "opening_balances" USING btree ("file_id","line") WHERE "opening_balances"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "opening_balances_skipped" ON "opening_balances" USING btree ("file_id","line") WHERE "opening_balances"."state" = 'skipped';--> statement-breakpoint
CREATE TRIGGER opening_balance_files_transition BEFORE UPDATE ON opening_balance_files FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('stored>posting', 'posting>posted');
--> statement-breakpoint
CREATE TRIGGER opening_balances_transition BEFORE UPDATE ON opening_balances FOR EACH ROW
  EXECUTE FUNCTION refuse_transition('stored>posted', 'stored>skipped', 'posted>reversed');
