import { bigint, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Range of consecutive seal positions, both ends included. */
export type SealPositionRange = [first: number, last: number];

/**
 * Months of the audit trail that `npm run archive` moved to files (docs/archive.md). Append-only. Verification accepts the newest
 * row only if an audit row contains the same positions.
 */
export const auditArchives = pgTable(
  "audit_archives",
  {
    id: uuid("id").primaryKey(),
    /** Name of the partition, which is also the name of the file's folder. */
    partition: text("partition").notNull(),
    rows: integer("rows").notNull(),
    /** Times of the first and the last archived audit row. */
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    sha256: text("sha256").notNull(),
    /** Positions of all rows that were archived so far, in this archive and before it. */
    positions: jsonb("positions").$type<SealPositionRange[]>().notNull(),
    /** Position up to which all rows were archived so far. */
    completeTo: bigint("complete_to", { mode: "number" }).notNull(),
    archivedAt: instant("archived_at").notNull(),
  },
  (t) => [uniqueIndex("audit_archives_partition").on(t.partition)],
);
