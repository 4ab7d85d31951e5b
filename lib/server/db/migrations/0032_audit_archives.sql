CREATE TABLE "audit_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"partition" text NOT NULL,
	"rows" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"sha256" text NOT NULL,
	"positions" jsonb NOT NULL,
	"complete_to" bigint NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_archives_partition" ON "audit_archives" USING btree ("partition");
--> statement-breakpoint
-- Written by hand: the list of archives is append-only.
CREATE TRIGGER audit_archives_append_only BEFORE UPDATE OR DELETE ON audit_archives
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_archives_no_truncate BEFORE TRUNCATE ON audit_archives
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
