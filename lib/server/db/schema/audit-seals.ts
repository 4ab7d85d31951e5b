import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Hash chain of the audit trail: one seal (position and hash) per audit row, in the order in which the rows became visible. Positions
 * start at 1 and have no gaps. A trigger refuses UPDATE, DELETE and TRUNCATE.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    position: bigint("position", { mode: "number" }).primaryKey(),
    auditId: bigint("audit_id", { mode: "number" }).notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
    /** How the hash is computed (audit/digest.ts): 1 for rows of releases before migration 0025, else 2. */
    format: smallint("format").notNull(),
    sealedAt: instant("sealed_at").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [uniqueIndex("audit_seals_row").on(t.auditId)],
);

/** Audit rows not yet added to the hash chain (sealed). A trigger adds each new row; audit/seal.ts removes it when it inserts the seal. */
export const auditWaiting = pgTable("audit_waiting", {
  auditId: bigint("audit_id", { mode: "number" }).primaryKey(),
});

/** A single row with the newest position and hash of the audit hash chain. */
export const auditSealHead = pgTable("audit_seal_head", {
  only: integer("only").primaryKey().default(1),
  position: bigint("position", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
  /** Position of the last row whose hash an earlier release computed. That release also copied the hashes to a file (audit/heads.ts). */
  adopted: bigint("adopted", { mode: "number" }).notNull().default(0),
});

/**
 * A single row: the part of the chain that was verified without a fault, from the first row to `position`. The next verification continues
 * after that position. `mac` is a keyed hash, so that nobody can change this row with only the database's password.
 */
export const auditVerified = pgTable("audit_verified", {
  only: integer("only").primaryKey().default(1),
  position: bigint("position", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
  verifiedAt: instant("verified_at").notNull(),
  adminId: uuid("admin_id").notNull(),
  adminName: text("admin_name").notNull(),
  /** Start of the last verification that began at the first row and reached `position`. */
  completeAt: instant("complete_at").notNull(),
  /** Progress of a running verification that began again at the first row: the position reached so far, and the start time. */
  repeatPosition: bigint("repeat_position", { mode: "number" }).notNull(),
  repeatStartedAt: instant("repeat_started_at").notNull(),
  mac: text("mac").notNull(),
});
