CREATE TABLE "kyc_days" (
	"facet" text NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
DROP TABLE "list_days" CASCADE;--> statement-breakpoint
CREATE INDEX "kyc_days_facet" ON "kyc_days" USING btree ("facet","day","rows");