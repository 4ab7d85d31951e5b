CREATE TABLE "account_name_checks" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"name_at_bank" text NOT NULL,
	"is_equal" boolean NOT NULL,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "account_name_checks_decision" CHECK (("account_name_checks"."decision" is null) = ("account_name_checks"."decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "banks" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"institution" text,
	"is_active" boolean NOT NULL,
	"provider" text NOT NULL,
	"refreshed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_checkouts" (
	"reference" text PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"checkout" jsonb,
	"expires_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_checks" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"checks" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"report" jsonb NOT NULL,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "account_name_checks" ADD CONSTRAINT "account_name_checks_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_name_checks" ADD CONSTRAINT "account_name_checks_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_checkouts" ADD CONSTRAINT "payment_checkouts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_checks" ADD CONSTRAINT "provider_checks_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_checkouts_attempt" ON "payment_checkouts" USING btree ("transaction_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_events_event" ON "provider_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("next_attempt_at","id") WHERE "provider_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_processed" ON "provider_events" USING btree ("processed_at");--> statement-breakpoint
-- Written by hand: an erasure after the legal retention period includes the tables above.
CREATE OR REPLACE FUNCTION erased_columns() RETURNS TABLE (scope text, tbl text, owned text, cols text) LANGUAGE sql IMMUTABLE AS $$ VALUES
  ('services', 'ireports', 'reporter_id = $1',
    'title=text text=text ward=empty lat=null lng=null cell=null rating_comment=text photos=zero'),
  ('services', 'ireport_messages', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'ireport_notes', 'ireport_id IN (SELECT id FROM ireports WHERE reporter_id = $1)', 'text=text'),
  ('services', 'grant_applications', 'user_id = $1',
    'contact_phone=empty answers=object duplicates_cleared_reason=text question=text reply=text reason=text'),
  ('services', 'grant_reviews', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'comment=text conflict=text'),
  ('services', 'grant_batch_rows', 'application_id IN (SELECT id FROM grant_applications WHERE user_id = $1)',
    'problem=text changes=array'),
  ('services', 'tickets', 'holder_id = $1', 'reason=text'),
  ('services', 'cancellation_steps', 'order_id IN (SELECT id FROM event_orders WHERE user_id = $1)', 'problem=text'),
  ('services', 'promotion_redemptions', 'user_id = $1', 'device_hash=null device_ending=null'),
  ('payments', 'grant_applications', 'user_id = $1', 'account_name=null account_number=cipher account_last4=null'),
  ('payments', 'withdrawals', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'account_name=empty account_number=cipher account_last4=empty'),
  ('payments', 'transactions', 'user_id = $1', 'card_last4=null description=text failure_reason=text'),
  ('payments', 'transaction_events', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'message=text raw=null'),
  ('payments', 'payment_checkouts', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'checkout=null'),
  ('payments', 'account_name_checks', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)', 'name_at_bank=text'),
  ('payments', 'provider_events', 'processed_at IS NOT NULL AND report ->> ''reference'' IN
    (SELECT reference FROM transactions WHERE user_id = $1)', 'report=object'),
  ('payments', 'ledger_entries', 'source_type = ''transaction'' AND source_id IN (SELECT id FROM transactions WHERE user_id = $1)
    OR source_type = ''wallet_movement'' AND source_id IN
      (SELECT m.id FROM wallet_movements m JOIN transactions t ON t.id = m.transaction_id WHERE t.user_id = $1)', 'description=text'),
  ('payments', 'wallet_movements', 'transaction_id IN (SELECT id FROM transactions WHERE user_id = $1)',
    'note=text external_reference=empty')
$$;
