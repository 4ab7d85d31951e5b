import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Stored files behind the one interface in lib/server/files/stored-files.ts. */
export const files = pgTable("files", {
  id: uuid("id").primaryKey(),
  contentType: text("content_type").notNull(),
  /** Null: the bytes are in the bucket, under the id. */
  bytes: bytea("bytes"),
  size: integer("size"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * The pages of a PDF as pictures, each a file of its own: what the dashboard shows of it. They come with the PDF and go
 * with it; of one that was stored before there were pages they are drawn at the first view (lib/server/files/pages.ts).
 */
export const filePages = pgTable(
  "file_pages",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id),
    /** From 1. */
    number: integer("number").notNull(),
    pageFileId: uuid("page_file_id")
      .notNull()
      .unique()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * Objects in the bucket that no row may stand for: noted before an object is written and struck out by the transaction
 * that keeps it, noted again by one that removes it. What stays noted for an hour is deleted (lib/server/files/stored-files.ts).
 */
export const fileOrphans = pgTable(
  "file_orphans",
  { id: uuid("id").primaryKey(), notedAt: instant("noted_at").notNull().defaultNow() },
  (t) => [index("file_orphans_noted").on(t.notedAt)],
);
