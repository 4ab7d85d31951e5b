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
DROP INDEX "audit_trails_record_name";--> statement-breakpoint
ALTER TABLE "wallet_balances" ADD CONSTRAINT "wallet_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_totals_facet" ON "day_totals" USING btree ("list","facet","day");--> statement-breakpoint
CREATE INDEX "wallet_balances_balance" ON "wallet_balances" USING btree ("balance","user_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("kind","posted_at") WHERE "ledger_entries"."kind" <> 'transaction';--> statement-breakpoint
CREATE INDEX "ledger_postings_amount" ON "ledger_postings" USING btree ("account_id","amount");--> statement-breakpoint
CREATE INDEX "audit_trails_record_search" ON "audit_trails" USING btree (lower("record_name") text_pattern_ops,"at","id","record_name");--> statement-breakpoint
CREATE INDEX "transactions_fee" ON "transactions" USING btree ("fee","id");--> statement-breakpoint
CREATE INDEX "transactions_facets" ON "transactions" USING btree ("type","state","channel");--> statement-breakpoint
CREATE INDEX "users_joined_facets" ON "users" USING btree ("joined_at","id","status","tier","lga","restricted_until");--> statement-breakpoint
CREATE INDEX "users_facets" ON "users" USING btree ("tier","lga","status","restricted_until");