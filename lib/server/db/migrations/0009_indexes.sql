DROP INDEX "ledger_postings_statement";--> statement-breakpoint
DROP INDEX "transactions_created";--> statement-breakpoint
DROP INDEX "transactions_amount";--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
CREATE INDEX "transactions_spent" ON "transactions" USING btree ("completed_at","user_id","amount","refunded_amount") WHERE "transactions"."type" in ('transfer', 'bill_payment', 'tax_and_levy', 'ticket') and "transactions"."state" in ('succeeded', 'partially_refunded', 'refunded', 'disputed', 'won');--> statement-breakpoint
CREATE INDEX "ledger_postings_statement" ON "ledger_postings" USING btree ("account_id","posted_at","seq","amount");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id","type","state","channel","completed_at");--> statement-breakpoint
CREATE INDEX "transactions_amount" ON "transactions" USING btree ("amount","id","type","state","channel","created_at");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name" collate "C","first_name" collate "C","id","status","tier","lga","restricted_until");