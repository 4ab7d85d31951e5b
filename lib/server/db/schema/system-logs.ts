import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./admin";

export type AuditValues = Record<string, unknown>;

/** Append-only (a trigger of the migration refuses UPDATE, DELETE and TRUNCATE); each row carries the hash of the one before. */
export const auditTrails = pgTable(
  "audit_trails",
  {
    id: bigint("id", { mode: "number" }).primaryKey(),
    at: instant("at").notNull(),
    adminId: uuid("admin_id"),
    /** As it was when it happened, so that a later rename changes no history. */
    adminName: text("admin_name"),
    action: text("action").notNull(),
    outcome: text("outcome", { enum: ["done", "refused"] }).notNull(),
    refusal: text("refusal"),
    recordType: text("record_type"),
    recordId: text("record_id"),
    recordName: text("record_name"),
    before: jsonb("before").$type<AuditValues>(),
    after: jsonb("after").$type<AuditValues>(),
    address: text("address").notNull(),
    device: text("device").notNull(),
    requestId: text("request_id").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    index("audit_trails_admin").on(t.adminId, t.id),
    index("audit_trails_action").on(t.action, t.id),
    index("audit_trails_record").on(t.recordType, t.recordId, t.id),
    index("audit_trails_refused").on(t.id).where(sql`${t.outcome} = 'refused'`),
    index("audit_trails_at").on(t.at),
  ],
);

/** One row: the newest link of the chain. Whoever writes an audit row holds it until the commit. */
export const auditHead = pgTable("audit_head", {
  only: integer("only").primaryKey().default(1),
  id: bigint("id", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});
