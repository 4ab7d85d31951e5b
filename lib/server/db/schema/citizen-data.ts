import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type ErasedPart, RETENTION_RULES, type RetentionRule } from "@/lib/contract/user-data.values";
import { admins } from "./admin";
import { instant } from "./columns";
import { users } from "./user";

/** Approved copies of all data about a citizen. Each can be downloaded once, by the admin who requested it. */
export const citizenDataCopies = pgTable(
  "citizen_data_copies",
  {
    /** Id of the approval request for this copy. */
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => admins.id),
    approvedBy: uuid("approved_by")
      .notNull()
      .references(() => admins.id),
    reason: text("reason").notNull(),
    approvedAt: instant("approved_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** Id of the export that the newest download link returns; null before the first link. */
    exportId: uuid("export_id"),
    /** When the copy was downloaded completely. */
    downloadedAt: instant("downloaded_at"),
  },
  (t) => [index("citizen_data_copies_open").on(t.userId, t.approvedAt).where(sql`${t.downloadedAt} is null`)],
);

/** Retention periods that admins changed. Without a row, the default period applies. */
export const retentionPeriods = pgTable("retention_periods", {
  rule: text("rule", { enum: RETENTION_RULES }).primaryKey(),
  days: integer("days").notNull(),
  updatedBy: uuid("updated_by")
    .notNull()
    .references(() => admins.id),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  version: integer("version").notNull(),
});

/**
 * Progress of one retention rule in a removal of old data: number of rows found that are older than `before`, and number of rows removed.
 */
export type RetentionStep = { rule: RetentionRule; before: string; found: number; removed: number };

/** Approved removals of old data. A timed task removes the rows in small steps (lib/server/citizen-data/retention/). */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    /** Id of the approval request for this removal. */
    id: uuid("id").primaryKey(),
    steps: jsonb("steps").$type<readonly RetentionStep[]>().notNull(),
    approvedBy: uuid("approved_by")
      .notNull()
      .references(() => admins.id),
    approvedAt: instant("approved_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  },
  (t) => [index("retention_runs_newest").on(t.approvedAt)],
);

/**
 * Erasures of citizens' data: what was erased, and what was kept and why. Triggers refuse UPDATE, DELETE and TRUNCATE, and at the commit a
 * row without an approved request.
 */
export const citizenErasures = pgTable(
  "citizen_erasures",
  {
    /** Id of the approval request for this erasure. If a removal of old data erased the citizen, the erasure has a new id of its own. */
    id: uuid("id").primaryKey(),
    /** The approved removal of old data that erased this citizen; null if the erasure was requested for the citizen alone. */
    approvalId: uuid("approval_id"),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => admins.id),
    approvedBy: uuid("approved_by")
      .notNull()
      .references(() => admins.id),
    erasedAt: instant("erased_at").notNull().defaultNow(),
    /** Number of rows erased in each part of the citizen's data. */
    erased: jsonb("erased").$type<Partial<Record<ErasedPart, number>>>().notNull(),
    kept: jsonb("kept").$type<readonly string[]>().notNull(),
  },
  (t) => [index("citizen_erasures_user").on(t.userId, t.erasedAt)],
);

/**
 * Citizens whose data must not be erased, because of an investigation or a court order. The row is deleted when the investigation or order
 * ends.
 */
export const citizenHolds = pgTable("citizen_holds", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  reason: text("reason").notNull(),
  placedBy: uuid("placed_by")
    .notNull()
    .references(() => admins.id),
  placedAt: instant("placed_at").notNull().defaultNow(),
});

/**
 * Audit rows whose personal part was erased, each with the erasure. The database function `erase_audit_rows` adds them. Triggers refuse
 * UPDATE, DELETE, TRUNCATE, and rows that are not about the erased citizen.
 */
export const auditErasures = pgTable(
  "audit_erasures",
  {
    auditId: bigint("audit_id", { mode: "number" }).primaryKey(),
    erasureId: uuid("erasure_id")
      .notNull()
      .references(() => citizenErasures.id),
  },
  (t) => [index("audit_erasures_erasure").on(t.erasureId)],
);
