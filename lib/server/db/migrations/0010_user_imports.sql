CREATE TABLE "user_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_imports_file" ON "user_imports" USING btree ("app","file_hash");