ALTER TABLE "wallet_movements" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_movements_transaction" ON "wallet_movements" USING btree ("transaction_id") WHERE "wallet_movements"."transaction_id" is not null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_may_be_negative" CHECK ("ledger_accounts"."may_be_negative" = (coalesce("ledger_accounts"."code", '') = 'suspense'));--> statement-breakpoint
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_clear" CHECK ("wallet_movements"."kind" <> 'clear' or "wallet_movements"."transaction_id" is not null);--> statement-breakpoint
-- Closing an account takes it out of its groups; those that closed before are taken out here.
DELETE FROM "user_group_members" USING "users" WHERE "users"."id" = "user_group_members"."user_id" AND "users"."status" = 'closed';
