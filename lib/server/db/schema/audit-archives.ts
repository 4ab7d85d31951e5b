import { bigint, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Range of consecutive positions in the audit hash chain, both ends included. */
export type SealPositionRange = [first: number, last: number];

/**
 * Months of the audit trail that `npm run archive` moved to files (docs/archive.md). Append-only. Verification trusts the newest archive
 * only if an audit row contains the same positions.
 */
export const auditArchives = pgTable(
  "audit_archives",
  {
    id: uuid("id").primaryKey(),
    /** Name of the archived partition, which is also the name of the folder that contains the file. */
    partition: text("partition").notNull(),
    rows: integer("rows").notNull(),
    /** Times of the first and the last archived audit row. */
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    sha256: text("sha256").notNull(),
    /** Positions of all audit rows that were archived so far, in this archive and in earlier ones. */
    positions: jsonb("positions").$type<SealPositionRange[]>().notNull(),
    /** Position up to which every audit row was archived so far, without a gap. */
    completeTo: bigint("complete_to", { mode: "number" }).notNull(),
    archivedAt: instant("archived_at").notNull(),
  },
  (t) => [uniqueIndex("audit_archives_partition").on(t.partition)],
);
