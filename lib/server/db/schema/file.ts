import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Stored files. All access goes through lib/server/files/stored-files.ts. */
export const files = pgTable("files", {
  id: uuid("id").primaryKey(),
  contentType: text("content_type").notNull(),
  /** Null: the bytes are in the bucket, under this id. */
  bytes: bytea("bytes"),
  size: integer("size"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * Pages of a PDF as pictures, which the dashboard shows. Each is a file of its own, stored and deleted with the PDF. Pages of
 * PDFs from before this feature are drawn at the first view (lib/server/files/pages.ts).
 */
export const filePages = pgTable(
  "file_pages",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id),
    /** Page number, from 1. */
    number: integer("number").notNull(),
    pageFileId: uuid("page_file_id")
      .notNull()
      .unique()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * Bucket objects that may have no row. Added before an object is written and removed by the transaction that keeps it; added
 * again by one that deletes it. Objects listed for an hour are deleted (lib/server/files/stored-files.ts).
 */
export const fileOrphans = pgTable(
  "file_orphans",
  { id: uuid("id").primaryKey(), notedAt: instant("noted_at").notNull().defaultNow() },
  (t) => [index("file_orphans_noted").on(t.notedAt)],
);
