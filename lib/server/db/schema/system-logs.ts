import { type SQLWrapper, sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { STATEMENT_FORMATS } from "@/lib/contract/exports.values";
import type { RecordType } from "@/lib/contract/records";
import { instant } from "./columns";

export type AuditValues = Record<string, unknown>;

/**
 * Rows that changed what colleagues see of an identity request. Views, ticks and reveals say neither state nor assignee.
 * Literal text: an index is only used for the very words that it was made with.
 */
export const KYC_CHANGES = `record_type = 'kyc' and outcome = 'done'
  and after ?| array['state', 'assignee', 'flags', 'note', 'approval', 'awaiting_approval']`;

/** The same of a report: what its row or its page shows. */
export const IREPORT_CHANGES = `record_type = 'ireport' and outcome = 'done'
  and after ?| array['state', 'owner', 'priority', 'category', 'note', 'message', 'rating', 'escalated', 'original']`;

/**
 * Characters of each text of a trail row: code points to the database, UTF-16 units to what cuts them (audit/limits.ts),
 * of which there are never fewer. An index holds a record's name twice, so it has to stay short.
 */
export const AUDIT_CHARACTERS = {
  action: 100,
  refusal: 2_000,
  recordType: 60,
  recordId: 200,
  recordName: 300,
  adminName: 200,
  address: 100,
  device: 400,
  requestId: 100,
} as const;

/**
 * Bytes of `before` and of `after`, as PostgreSQL writes jsonb as text: 500 ids with their names fit (audit/changes.ts).
 * With the texts, of three bytes a unit at most, no row has more than 60 KB: docs/rules.md allows an input 64.
 */
export const AUDIT_VALUES_BYTES = 24_000;

const within = (columns: readonly (readonly [SQLWrapper, number])[]) =>
  sql.join(
    columns.map(([column, most]) => sql`char_length(${column}) <= ${sql.raw(String(most))}`),
    sql` and `,
  );
const isSmall = (values: SQLWrapper) => sql`octet_length(${values}::text) <= ${sql.raw(String(AUDIT_VALUES_BYTES))}`;

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
    recordType: text("record_type").$type<RecordType>(),
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
  // Every filter comes back in the order of time (an index ends with `at, id`), dates narrow each of them further, and
  // a deep page skips entries of an index, not rows.
  (t) => [
    index("audit_trails_at").on(t.at, t.id),
    index("audit_trails_admin").on(t.adminId, t.at, t.id),
    index("audit_trails_action").on(t.action, t.at, t.id),
    index("audit_trails_record").on(t.recordType, t.recordId, t.at, t.id),
    // What others see of an identity request or a report: lib/server/audit/pulse.ts asks with the same words.
    index("audit_trails_kyc_changes").on(t.id, t.recordId).where(sql.raw(KYC_CHANGES)),
    index("audit_trails_ireport_changes").on(t.id, t.recordId).where(sql.raw(IREPORT_CHANGES)),
    index("audit_trails_refused").on(t.at, t.id).where(sql`${t.outcome} = 'refused'`),
    // With all that a page is chosen by, so that a beginning that fits many is answered from the index alone.
    index("audit_trails_record_search").on(sql`lower(${t.recordName}) text_pattern_ops`, t.at, t.id, t.recordName),
    // Of rows from then on (the migration says NOT VALID): older ones may be longer, and are never changed.
    check(
      "audit_trails_texts",
      within([
        [t.action, AUDIT_CHARACTERS.action],
        [t.refusal, AUDIT_CHARACTERS.refusal],
        [t.recordType, AUDIT_CHARACTERS.recordType],
        [t.recordId, AUDIT_CHARACTERS.recordId],
        [t.recordName, AUDIT_CHARACTERS.recordName],
        [t.adminName, AUDIT_CHARACTERS.adminName],
        [t.address, AUDIT_CHARACTERS.address],
        [t.device, AUDIT_CHARACTERS.device],
        [t.requestId, AUDIT_CHARACTERS.requestId],
      ]),
    ),
    check("audit_trails_before", isSmall(t.before)),
    check("audit_trails_after", isSmall(t.after)),
  ],
);

/** One row: the newest link of the chain. Anyone who writes an audit row holds it until the commit. */
export const auditHead = pgTable("audit_head", {
  only: integer("only").primaryKey().default(1),
  id: bigint("id", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

/**
 * What each admin has done, added up by the statement that appends to the trail (audit.ts), so that reading it never
 * means reading the trail. Citizens are in the trail alone: there are too many of them to choose from or to add up. No
 * index on what every append changes: the row is then changed in its place.
 */
export const userActivities = pgTable(
  "user_activities",
  {
    userId: uuid("user_id").primaryKey(),
    /** As in the newest audit row. */
    name: text("name").notNull(),
    actions: integer("actions").notNull(),
    signIns: integer("sign_ins").notNull(),
    refused: integer("refused").notNull(),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    lastAction: text("last_action").notNull(),
  },
  (t) => [
    check(
      "user_activities_texts",
      within([
        [t.name, AUDIT_CHARACTERS.adminName],
        [t.lastAction, AUDIT_CHARACTERS.action],
      ]),
    ),
  ],
);

/** A list that an admin asked to download: the link's single use, and how far it got. */
export const exports = pgTable(
  "exports",
  {
    id: uuid("id").primaryKey(),
    /** SHA-256 of the token in the link. */
    tokenHash: text("token_hash").notNull(),
    adminId: uuid("admin_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    list: text("list").notNull(),
    format: text("format", { enum: STATEMENT_FORMATS }).notNull().default("csv"),
    filter: jsonb("filter").$type<Record<string, unknown>>().notNull(),
    /** Matching rows when it was asked for, and rows sent so far. */
    rows: integer("rows").notNull(),
    sent: integer("sent").notNull().default(0),
    state: text("state", { enum: ["waiting", "running", "done", "broken_off"] })
      .notNull()
      .default("waiting"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [uniqueIndex("exports_token_hash").on(t.tokenHash), index("exports_created").on(t.createdAt)],
);
