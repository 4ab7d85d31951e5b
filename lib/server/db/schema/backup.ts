import { bigint, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Complete backups (`npm run backup`), for monitoring. The row is written when the backup is complete, so the backup does not contain it.
 * Verifying a restored database adds the row there.
 */
export const backups = pgTable("backups", {
  id: uuid("id").primaryKey(),
  /** Time of the database snapshot. */
  at: instant("at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  /** Total size of the backup's files in bytes, including copies of the bucket's objects. */
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  /** Files of the backup, each with its size in bytes and SHA-256 hash. */
  parts: jsonb("parts").$type<{ name: string; bytes: number; sha256: string }[]>().notNull(),
  /** Number of files that were missing in the bucket. */
  missingFiles: integer("missing_files").notNull(),
  /** Time at which a restored copy passed all verifications; null until then. */
  verifiedAt: instant("verified_at"),
});
