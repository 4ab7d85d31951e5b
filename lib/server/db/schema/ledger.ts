import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { LEDGER_ENTRY_KINDS, NORMAL_BALANCES, SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { instant, kobo } from "./columns";
import { users } from "./user";

/**
 * Ledger accounts: five system accounts, created by the migration, and one wallet per user, created by a trigger with the user's id. Only
 * the trigger on ledger_postings writes `balance` and `postings`, so a balance always equals the sum of its postings and is read from one
 * row. The checks below limit amounts to safe integers of JavaScript.
 */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    id: uuid("id").primaryKey(),
    /** Code of a system account; null for a user's wallet. */
    code: text("code", { enum: SYSTEM_ACCOUNTS }),
    userId: uuid("user_id").references(() => users.id),
    side: text("side", { enum: NORMAL_BALANCES }).notNull(),
    mayBeNegative: boolean("may_be_negative").notNull().default(false),
    /** Balance in kobo; positive on the account's `side`. */
    balance: kobo("balance").notNull().default(0),
    /** Reserved part of the balance in kobo, for payments, programmes or withdrawals (lib/server/ledger/reserve.ts). */
    reserved: kobo("reserved").notNull().default(0),
    /** Number of postings, equal to the `seq` of the newest one. */
    postings: integer("postings").notNull().default(0),
  },
  (t) => [
    uniqueIndex("ledger_accounts_code").on(t.code),
    uniqueIndex("ledger_accounts_user").on(t.userId),
    check("ledger_accounts_owner", sql`(${t.code} is null) <> (${t.userId} is null)`),
    check("ledger_accounts_may_be_negative", sql`${t.mayBeNegative} = (coalesce(${t.code}, '') = 'suspense')`),
    check("ledger_accounts_not_negative", sql`${t.balance} >= 0 or ${t.mayBeNegative}`),
    check(
      "ledger_accounts_reserved",
      sql`${t.reserved} = 0 or ((${t.userId} is not null or ${t.code} in ('grants_pool', 'promotions_pool')) and ${t.reserved} between 0 and ${t.balance})`,
    ),
    check("ledger_accounts_exact", sql`abs(${t.balance}) <= 9007199254740991`),
  ],
);

/**
 * Wallet limits by tier (Central Bank of Nigeria, three-tier rule). Of each tier, the latest row whose start has passed applies. A
 * migration adds the first rows; later rows are requested by one admin and approved by another.
 */
export const tierLimits = pgTable(
  "tier_limits",
  {
    tier: integer("tier").notNull(),
    /** First Lagos day on which the limits apply. */
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    /** Maximum amount in kobo that may leave a wallet on one Lagos day. */
    dailyDebit: kobo("daily_debit").notNull(),
    /** Maximum balance of a wallet in kobo; null for no limit. */
    balance: kobo("balance"),
  },
  (t) => [
    primaryKey({ columns: [t.tier, t.startsOn] }),
    check("tier_limits_tier", sql`${t.tier} between 0 and 3`),
    check("tier_limits_amounts", sql`${t.dailyDebit} >= 0 and ${t.balance} >= 0`),
  ],
);

/** Ledger entries. Append-only. At commit, the database checks that an entry has `size` postings which sum to zero. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid("id").primaryKey(),
    /** Idempotency key of the entry, such as `movement:<id>`. Posting with the same key again returns the existing entry. */
    key: text("key").notNull(),
    kind: text("kind", { enum: LEDGER_ENTRY_KINDS }).notNull(),
    size: smallint("size").notNull(),
    description: text("description").notNull(),
    /** Type of the record that caused the entry; `source_id` is its id. */
    sourceType: text("source_type").notNull(),
    sourceId: uuid("source_id").notNull(),
    reversalOf: uuid("reversal_of"),
    /** The admin whose decision caused the entry; null for automatic entries. */
    postedBy: uuid("posted_by"),
    postedAt: instant("posted_at").notNull(),
  },
  (t) => [
    uniqueIndex("ledger_entries_key").on(t.key),
    // Allows one reversal per entry.
    uniqueIndex("ledger_entries_reversal_of").on(t.reversalOf),
    foreignKey({ columns: [t.reversalOf], foreignColumns: [t.id], name: "ledger_entries_reversed" }),
    unique("ledger_entries_id_size").on(t.id, t.size),
    index("ledger_entries_source").on(t.sourceType, t.sourceId),
    // Partial index, because entries other than payments are few among millions.
    index("ledger_entries_kind").on(t.kind, t.postedAt).where(sql`${t.kind} <> 'transaction'`),
    // Excludes entries of payments, because the app finds those by their transaction.
    index("ledger_entries_words")
      .using("gin", sql`search_words(${t.description}, false)`)
      .where(sql`${t.kind} <> 'transaction'`),
    check("ledger_entries_size", sql`${t.size} between 2 and 1000`),
    check("ledger_entries_not_itself", sql`${t.reversalOf} <> ${t.id}`),
  ],
);

/**
 * Postings of an entry. Append-only. `amount` is positive for a credit, negative for a debit. Ordinals run from 1 to the entry's `size` and
 * all exist at commit, so no posting can be added later. Partitioned by month of `posted_at` (docs/archive.md). PostgreSQL therefore
 * requires `posted_at` in unique keys. The other columns are unique without it, because a trigger requires the entry's time and the
 * account's next `seq`.
 */
export const ledgerPostings = pgTable(
  "ledger_postings",
  {
    entryId: uuid("entry_id").notNull(),
    ordinal: smallint("ordinal").notNull(),
    size: smallint("size").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Sequence number per account: 1, 2, 3 … Of two concurrent postings on the same balance, only one can commit. */
    seq: integer("seq").notNull(),
    amount: kobo("amount").notNull(),
    /** Balance of the account in kobo after this posting; positive on the account's side. */
    balanceAfter: kobo("balance_after").notNull(),
    postedAt: instant("posted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.ordinal, t.postedAt] }),
    foreignKey({
      columns: [t.entryId, t.size],
      foreignColumns: [ledgerEntries.id, ledgerEntries.size],
      name: "ledger_postings_entry",
    }),
    unique("ledger_postings_seq").on(t.accountId, t.seq, t.postedAt),
    index("ledger_postings_statement").on(t.accountId, t.postedAt, t.seq, t.amount),
    index("ledger_postings_amount").on(t.accountId, t.amount),
    check("ledger_postings_amount", sql`${t.amount} <> 0 and abs(${t.amount}) <= 9007199254740991`),
    check("ledger_postings_ordinal", sql`${t.ordinal} between 1 and ${t.size}`),
  ],
);
