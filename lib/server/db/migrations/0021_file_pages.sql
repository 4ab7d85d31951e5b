CREATE TABLE "file_pages" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"page_file_id" uuid NOT NULL,
	CONSTRAINT "file_pages_file_id_number_pk" PRIMARY KEY("file_id","number"),
	CONSTRAINT "file_pages_page_file_id_unique" UNIQUE("page_file_id")
);
--> statement-breakpoint
CREATE TABLE "upload_limits" (
	"owner" uuid PRIMARY KEY NOT NULL,
	"used_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_page_file_id_files_id_fk" FOREIGN KEY ("page_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Pictures and PDFs are packed already. Not packed once more, a piece of one is read without the rest (lib/server/files.ts).
ALTER TABLE "files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
