CREATE TABLE "place_totals" (
	"sort" text NOT NULL,
	"place" text NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_method";--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
CREATE INDEX "place_totals_place" ON "place_totals" USING btree ("sort","place");--> statement-breakpoint
CREATE INDEX "transactions_method" ON "transactions" USING btree ("method_id","created_at","id","state");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name" collate "C","first_name" collate "C","id");