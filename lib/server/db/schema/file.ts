import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Stored files. All access goes through lib/server/files/stored-files.ts. */
export const files = pgTable("files", {
  id: uuid("id").primaryKey(),
  contentType: text("content_type").notNull(),
  /** Content of the file; null if it is in the S3 bucket, under this id. */
  bytes: bytea("bytes"),
  size: integer("size"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * Pages of a PDF as pictures for the dashboard. Each picture is a separate file, stored and deleted with the PDF. Pages of older PDFs are
 * rendered when they are first viewed (lib/server/files/pages.ts).
 */
export const filePages = pgTable(
  "file_pages",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id),
    /** Number of the PDF's page, from 1. */
    number: integer("number").notNull(),
    pageFileId: uuid("page_file_id")
      .notNull()
      .unique()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * Ids of bucket objects that may have no row in `files`. An id is added before its object is written, and again by a transaction that
 * deletes the file. The transaction that keeps the object removes the id. Objects whose id is older than an hour are deleted
 * (lib/server/files/stored-files.ts).
 */
export const fileOrphans = pgTable(
  "file_orphans",
  { id: uuid("id").primaryKey(), notedAt: instant("noted_at").notNull().defaultNow() },
  (t) => [index("file_orphans_noted").on(t.notedAt)],
);
