import { customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./admin";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Stored files behind the one interface in lib/server/files.ts. */
export const files = pgTable("files", {
  id: uuid("id").primaryKey(),
  contentType: text("content_type").notNull(),
  /** Null: the bytes are in the bucket, under the id. */
  bytes: bytea("bytes"),
  size: integer("size"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/**
 * Objects in the bucket that no row may stand for: noted before an object is written and struck out by the transaction
 * that keeps it, noted again by one that removes it. What stays noted for an hour is deleted (lib/server/files.ts).
 */
export const fileOrphans = pgTable(
  "file_orphans",
  { id: uuid("id").primaryKey(), notedAt: instant("noted_at").notNull().defaultNow() },
  (t) => [index("file_orphans_noted").on(t.notedAt)],
);
