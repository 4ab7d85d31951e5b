import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Imports of user lists (`npm run import-users`). The file's hash identifies an import, so that a stopped import can resume and no file is
 * imported twice.
 */
export const userImports = pgTable(
  "user_imports",
  {
    id: uuid("id").primaryKey(),
    app: text("app").notNull(),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the imported file, in hex. */
    fileHash: text("file_hash").notNull(),
    /** Number of processed rows, in the order of the file. */
    rows: integer("rows").notNull().default(0),
    opened: integer("opened").notNull().default(0),
    unchanged: integer("unchanged").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    startedAt: instant("started_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  },
  (t) => [uniqueIndex("user_imports_file").on(t.app, t.fileHash)],
);
