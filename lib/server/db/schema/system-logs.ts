import { type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { DOWNLOAD_FORMATS } from "@/lib/contract/exports.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import { instant } from "./columns";

/** Values of a record before or after an audited change, by field. */
export type AuditValues = Record<string, unknown>;

/**
 * SQL condition for audit rows of changes that colleagues see in an identity request. Excludes views, ticked checklist items and revealed
 * numbers, whose rows have neither state nor assignee. A literal, because PostgreSQL uses a partial index only if the query contains the
 * same condition.
 */
export const IS_KYC_CHANGE_SQL = `record_type = 'kyc' and outcome = 'done'
  and after ?| array['state', 'assignee', 'flags', 'note', 'approval', 'awaiting_approval']`;

/** SQL condition for audit rows that change how a report appears in its list or on its page. */
export const IS_IREPORT_CHANGE_SQL = `record_type = 'ireport' and outcome = 'done'
  and after ?| array['state', 'owner', 'priority', 'category', 'note', 'message', 'rating', 'escalated', 'original']`;

/**
 * Maximum lengths of texts in an audit row. The database counts code points; audit/limits.ts truncates by UTF-16 units, of which a text
 * never has fewer. Record names must be short, because an index entry contains them twice.
 */
export const AUDIT_TEXT_MAX_CHARACTERS = {
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
 * Maximum bytes of `before` and of `after` as jsonb text: enough for 500 ids with names (audit/changes.ts). Together
 * with the texts, a row stays below 60 KB; docs/rules.md allows 64 KB of input.
 */
export const AUDIT_VALUES_MAX_BYTES = 24_000;

const areLengthsAllowed = (columns: readonly (readonly [SQLWrapper, number])[]) =>
  sql.join(
    columns.map(([column, maxCharacters]) => sql`char_length(${column}) <= ${sql.raw(String(maxCharacters))}`),
    sql` and `,
  );
const isSizeOk = (values: SQLWrapper) =>
  sql`octet_length(${values}::text) <= ${sql.raw(String(AUDIT_VALUES_MAX_BYTES))}`;

/** Sequence for the numbers of audit rows. A transaction that rolls back leaves a gap, and a higher number may be committed earlier. */
export const auditTrailIds = pgSequence("audit_trails_id_seq");

/**
 * Audit trail. A trigger refuses UPDATE, DELETE and TRUNCATE. Rows are inserted without a hash and sealed into the hash chain after the
 * commit (schema/audit-seals.ts). Partitioned by month of `at` (docs/archive.md). The primary key must contain `at`; a trigger
 * keeps `id` unique.
 */
export const auditTrails = pgTable(
  "audit_trails",
  {
    id: bigint("id", { mode: "number" }).notNull().default(sql`nextval('audit_trails_id_seq'::regclass)`),
    at: instant("at").notNull(),
    adminId: uuid("admin_id"),
    /** Name at the time of the action, unaffected by later renames. */
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
    /** Hashes written by releases before migration 0025. Empty in later rows, whose hashes are in `audit_seals`. */
    previousHash: text("previous_hash").notNull().default(""),
    hash: text("hash").notNull().default(""),
    /** True if a citizen acted through the citizen app. `admin_name` is then personal data of the citizen. */
    byCitizen: boolean("by_citizen").notNull().default(false),
    /** 16 random bytes as hex. Null in rows of earlier releases, and after the personal columns were erased. */
    salt: text("salt"),
    /** SHA-256 of the salt and the personal columns (audit/digest.ts). Kept when these are erased. */
    personalDigest: text("personal_digest"),
  },
  // One index per filter. Each ends with `at, id`, so that results are sorted by time and deep pages skip index entries instead of rows.
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index("audit_trails_at").on(t.at, t.id),
    index("audit_trails_admin").on(t.adminId, t.at, t.id),
    index("audit_trails_action").on(t.action, t.at, t.id),
    index("audit_trails_record").on(t.recordType, t.recordId, t.at, t.id),
    // Finds changes of identity requests that colleagues see. lib/server/audit/changes-since.ts must use the same condition.
    index("audit_trails_kyc_changes").on(t.id, t.recordId).where(sql.raw(IS_KYC_CHANGE_SQL)),
    index("audit_trails_ireport_changes").on(t.id, t.recordId).where(sql.raw(IS_IREPORT_CHANGE_SQL)),
    index("audit_trails_refused").on(t.at, t.id).where(sql`${t.outcome} = 'refused'`),
    // Search words are computed in the index, not stored in a column, because every write adds a row and most rows are never searched.
    index("audit_trails_record_words")
      .using("gin", sql`search_words(${t.recordName}, true)`)
      .with({ fastupdate: false }),
    // The migration adds this check as NOT VALID, because older rows may be longer and are never changed.
    check(
      "audit_trails_texts",
      areLengthsAllowed([
        [t.action, AUDIT_TEXT_MAX_CHARACTERS.action],
        [t.refusal, AUDIT_TEXT_MAX_CHARACTERS.refusal],
        [t.recordType, AUDIT_TEXT_MAX_CHARACTERS.recordType],
        [t.recordId, AUDIT_TEXT_MAX_CHARACTERS.recordId],
        [t.recordName, AUDIT_TEXT_MAX_CHARACTERS.recordName],
        [t.adminName, AUDIT_TEXT_MAX_CHARACTERS.adminName],
        [t.address, AUDIT_TEXT_MAX_CHARACTERS.address],
        [t.device, AUDIT_TEXT_MAX_CHARACTERS.device],
        [t.requestId, AUDIT_TEXT_MAX_CHARACTERS.requestId],
      ]),
    ),
    check("audit_trails_before", isSizeOk(t.before)),
    check("audit_trails_after", isSizeOk(t.after)),
  ],
);

/** Newest hash of the audit chain of a release before migration 0025. Only instances of that release write it, during a rolling upgrade. */
export const auditHead = pgTable("audit_head", {
  only: integer("only").primaryKey().default(1),
  id: bigint("id", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

/**
 * Totals of the audit trail per admin, updated when rows are added to the hash chain (audit/seal.ts), so that reading them does not scan
 * the trail. Excludes citizens, who are too many. Columns that change with each append have no index, so that PostgreSQL updates the row
 * in place (HOT).
 */
export const userActivities = pgTable(
  "user_activities",
  {
    userId: uuid("user_id").primaryKey(),
    /** The admin's name in their newest audit row. */
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
      areLengthsAllowed([
        [t.name, AUDIT_TEXT_MAX_CHARACTERS.adminName],
        [t.lastAction, AUDIT_TEXT_MAX_CHARACTERS.action],
      ]),
    ),
  ],
);

/** Requested downloads of lists, with their progress. Each link can be used once. */
export const exports = pgTable(
  "exports",
  {
    id: uuid("id").primaryKey(),
    /** SHA-256 of the token in the download link. */
    tokenHash: text("token_hash").notNull(),
    adminId: uuid("admin_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    list: text("list").notNull(),
    format: text("format", { enum: DOWNLOAD_FORMATS }).notNull().default("csv"),
    filter: jsonb("filter").$type<Record<string, unknown>>().notNull(),
    /** Number of rows that matched when the download was requested, and number of rows sent so far. */
    rows: integer("rows").notNull(),
    sent: integer("sent").notNull().default(0),
    state: text("state", { enum: ["waiting", "running", "done", "broken_off"] })
      .notNull()
      .default("waiting"),
    /** Time at which the download started or last progressed; null until the link is opened. */
    progressAt: instant("progress_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [uniqueIndex("exports_token_hash").on(t.tokenHash), index("exports_created").on(t.createdAt)],
);
