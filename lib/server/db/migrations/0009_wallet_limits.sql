CREATE TABLE "tier_limits" (
	"tier" integer NOT NULL,
	"starts_on" date NOT NULL,
	"daily_debit" bigint NOT NULL,
	"balance" bigint,
	CONSTRAINT "tier_limits_tier_starts_on_pk" PRIMARY KEY("tier","starts_on"),
	CONSTRAINT "tier_limits_tier" CHECK ("tier_limits"."tier" between 0 and 3),
	CONSTRAINT "tier_limits_amounts" CHECK ("tier_limits"."daily_debit" >= 0 and "tier_limits"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"bank_code" text NOT NULL,
	"account_number" "bytea" NOT NULL,
	"account_last4" text NOT NULL,
	"account_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_reserved";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactions_counterparty" ON "transactions" USING btree ("counterparty_id","created_at","id") WHERE "transactions"."counterparty_id" is not null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_reserved" CHECK ("ledger_accounts"."reserved" = 0 or (("ledger_accounts"."user_id" is not null or "ledger_accounts"."code" in ('grants_pool', 'promotions_pool')) and "ledger_accounts"."reserved" between 0 and "ledger_accounts"."balance"));--> statement-breakpoint
-- The limits in force so far, previously in the code (Central Bank of Nigeria, three-tier rule). Kobo.
INSERT INTO "tier_limits" ("tier", "starts_on", "daily_debit", "balance") VALUES
  (0, '2020-01-01', 0, 0),
  (1, '2020-01-01', 5000000, 30000000),
  (2, '2020-01-01', 20000000, 50000000),
  (3, '2020-01-01', 500000000, null);
