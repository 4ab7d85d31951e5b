import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { BANK_STATEMENT_FORMATS, BANK_STATEMENT_STATES } from "@/lib/contract/reconciliation.values";
import { admins } from "./admin";
import { instant, kobo } from "./columns";

/**
 * The office's bank accounts. The settlement float of the ledger should equal the sum of these accounts' balances, which bank statements
 * prove.
 */
export const bankAccounts = pgTable(
  "bank_accounts",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** CBN code and name of the bank. */
    bankCode: text("bank_code").notNull(),
    bankName: text("bank_name").notNull(),
    accountNumber: text("account_number").notNull(),
    /** First day for which the account needs a statement; null if that is the first day of reconciliation. */
    startsOn: date("starts_on", { mode: "string" }),
    /** False for an account that is not reconciled any more. Days can then be closed without a statement of this account. */
    isActive: boolean("is_active").notNull().default(true),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("bank_accounts_number").on(t.bankCode, t.accountNumber),
    uniqueIndex("bank_accounts_name").on(sql`lower(${t.name})`),
  ],
);

/** Columns of a bank's statement files, mapped once and used for each further file of that bank. */
export const statementLayouts = pgTable("statement_layouts", {
  bankCode: text("bank_code").primaryKey(),
  layout: jsonb("layout").$type<Record<string, unknown>>().notNull(),
  savedBy: uuid("saved_by")
    .notNull()
    .references(() => admins.id),
  savedAt: instant("saved_at").notNull().defaultNow(),
});

/**
 * Uploaded bank statements. The lines of a file are first stored in parts, then compared with the balances that the file states. After
 * that they become reconciliation items.
 */
export const bankStatements = pgTable(
  "bank_statements",
  {
    id: uuid("id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => bankAccounts.id),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the uploaded file in hex. */
    fileHash: text("file_hash").notNull(),
    format: text("format", { enum: BANK_STATEMENT_FORMATS }).notNull(),
    state: text("state", { enum: BANK_STATEMENT_STATES }).notNull().default("reading"),
    /** First and last day that the statement covers. Also covers the days between them on which no money moved. */
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    /** Balances in kobo before the first line and after the last line of the statement. */
    opening: kobo("opening").notNull(),
    closing: kobo("closing").notNull(),
    /** Number of lines in the file, and number of lines stored so far. */
    lines: integer("lines").notNull(),
    storedLines: integer("stored_lines").notNull().default(0),
    /** Number of lines that an earlier statement of the account also contained. */
    knownLines: integer("known_lines").notNull().default(0),
    /** Why the statement was refused; null otherwise. */
    problem: text("problem"),
    importedBy: uuid("imported_by")
      .notNull()
      .references(() => admins.id),
    startedAt: instant("started_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    uniqueIndex("bank_statements_file").on(t.accountId, t.fileHash).where(sql`${t.state} in ('reading', 'imported')`),
    index("bank_statements_started").on(t.startedAt, t.id),
    index("bank_statements_days").on(t.accountId, t.fromDay, t.toDay),
    check("bank_statements_period", sql`${t.fromDay} <= ${t.toDay}`),
    check(
      "bank_statements_lines",
      sql`${t.storedLines} between 0 and ${t.lines} and ${t.knownLines} between 0 and ${t.lines}`,
    ),
  ],
);

/**
 * Lines of a bank statement while its file is being read. Deleted when the lines have become items, or the statement is refused or
 * cancelled.
 */
export const statementLines = pgTable(
  "statement_lines",
  {
    statementId: uuid("statement_id")
      .notNull()
      .references(() => bankStatements.id),
    /** Number of the line in the uploaded file, as an editor or spreadsheet shows it. */
    line: integer("line").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    /** Amount in kobo; positive for money that arrived. */
    amount: kobo("amount").notNull(),
    /** Balance in kobo after the line; null if the file has none. */
    balance: kobo("balance"),
    narration: text("narration").notNull(),
    reference: text("reference").notNull(),
    /**
     * Hash of day, amount and texts of the line. Lines with equal hashes are counted; hash and count identify a line in all statements of
     * the account.
     */
    fingerprint: text("fingerprint").notNull(),
  },
  (t) => [primaryKey({ columns: [t.statementId, t.line] })],
);
