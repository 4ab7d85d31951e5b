import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { OPENING_BALANCE_STEPS } from "@/lib/contract/system-wallet.values";
import { admins } from "./admin";
import { instant, kobo } from "./columns";
import { ledgerEntries } from "./ledger";
import { users } from "./user";

/**
 * Imported files of opening balances (`npm run import-balances`), identified by their hash. The state "requested" is not stored: a file
 * has it while an approval request for its posting is pending.
 */
export const openingBalanceFiles = pgTable(
  "opening_balance_files",
  {
    id: uuid("id").primaryKey(),
    /** The app whose citizen ids the file contains. */
    app: text("app").notNull(),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the imported file, in hex. */
    fileHash: text("file_hash").notNull(),
    state: text("state", { enum: OPENING_BALANCE_STEPS }).notNull().default("stored"),
    /** Number of lines with an amount, stored in `opening_balances`, and their sum in kobo. */
    lines: integer("lines").notNull(),
    amount: kobo("amount").notNull(),
    /** Number of lines with a balance of zero, which are not stored. */
    zeros: integer("zeros").notNull(),
    postedLines: integer("posted_lines").notNull().default(0),
    postedAmount: kobo("posted_amount").notNull().default(0),
    skippedLines: integer("skipped_lines").notNull().default(0),
    skippedAmount: kobo("skipped_amount").notNull().default(0),
    /** Number of posted lines whose ledger entry was reversed. */
    reversedLines: integer("reversed_lines").notNull().default(0),
    reversedAmount: kobo("reversed_amount").notNull().default(0),
    storedAt: instant("stored_at").notNull().defaultNow(),
    approvedBy: uuid("approved_by").references(() => admins.id),
    approvedAt: instant("approved_at"),
    postedAt: instant("posted_at"),
  },
  (t) => [
    uniqueIndex("opening_balance_files_file").on(t.app, t.fileHash),
    check("opening_balance_files_amounts", sql`${t.lines} > 0 and ${t.amount} > 0 and ${t.zeros} >= 0`),
    check("opening_balance_files_approved", sql`(${t.state} = 'stored') = (${t.approvedBy} is null)`),
  ],
);

/** Opening balances of citizens, one per line of a file. A posted line contains the id of its ledger entry. */
export const openingBalances = pgTable(
  "opening_balances",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => openingBalanceFiles.id),
    /** Line number in the file, as in an editor or spreadsheet. */
    line: integer("line").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    amount: kobo("amount").notNull(),
    /** `skipped`: the citizen's account was closed before the posting. `reversed`: the ledger entry was reversed. */
    state: text("state", { enum: ["stored", "posted", "skipped", "reversed"] })
      .notNull()
      .default("stored"),
    entryId: uuid("entry_id").references(() => ledgerEntries.id),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.line] }),
    // Allows one opening balance per citizen.
    uniqueIndex("opening_balances_user").on(t.userId).where(sql`${t.state} in ('stored', 'posted')`),
    index("opening_balances_open").on(t.fileId, t.line).where(sql`${t.state} = 'stored'`),
    index("opening_balances_skipped").on(t.fileId, t.line).where(sql`${t.state} = 'skipped'`),
    check("opening_balances_amount", sql`${t.amount} > 0`),
    check("opening_balances_posted", sql`(${t.state} in ('posted', 'reversed')) = (${t.entryId} is not null)`),
  ],
);
