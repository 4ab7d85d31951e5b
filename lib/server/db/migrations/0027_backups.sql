CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"parts" jsonb NOT NULL,
	"missing_files" integer NOT NULL,
	"verified_at" timestamp (3) with time zone
);
