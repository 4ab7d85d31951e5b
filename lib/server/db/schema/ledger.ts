import { sql } from "drizzle-orm";
import {
  bigint,
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
import { ENTRY_KINDS, SIDES, SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { instant } from "./columns";
import { users } from "./user";

/** Exact: the checks below keep every amount within the whole numbers that JavaScript can hold. */
const kobo = (name: string) => bigint(name, { mode: "number" });

/**
 * What money can lie on: five system accounts, made by the migration, and a wallet for each user, made by a trigger with
 * the user and under the user's id. `balance` and `postings` are written by the trigger on ledger_postings alone, so
 * reading a balance is reading one row, and it cannot differ from its postings.
 */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    id: uuid("id").primaryKey(),
    /** null: a user's wallet. */
    code: text("code", { enum: SYSTEM_ACCOUNTS }),
    userId: uuid("user_id").references(() => users.id),
    side: text("side", { enum: SIDES }).notNull(),
    mayBeNegative: boolean("may_be_negative").notNull().default(false),
    /** Kobo, counted on the account's side. */
    balance: kobo("balance").notNull().default(0),
    /** Kobo of the balance that are promised: to payments under way, programmes or withdrawals (lib/server/ledger/reserve.ts). */
    reserved: kobo("reserved").notNull().default(0),
    /** How many postings it has: the `seq` of its newest. */
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
 * Limits of wallets by tier (Central Bank of Nigeria, three-tier rule). Of a tier's rows the newest that has started is in
 * force. The migration writes the first ones; later ones are asked for by one admin and approved by another.
 */
export const tierLimits = pgTable(
  "tier_limits",
  {
    tier: integer("tier").notNull(),
    /** First Lagos day. */
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    /** Kobo that may leave a wallet in a Lagos day. */
    dailyDebit: kobo("daily_debit").notNull(),
    /** Kobo that a wallet may hold; null: no limit. */
    balance: kobo("balance"),
  },
  (t) => [
    primaryKey({ columns: [t.tier, t.startsOn] }),
    check("tier_limits_tier", sql`${t.tier} between 0 and 3`),
    check("tier_limits_amounts", sql`${t.dailyDebit} >= 0 and ${t.balance} >= 0`),
  ],
);

/** Append-only. `size` postings that sum to zero belong to it, checked by the database at commit. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid("id").primaryKey(),
    /** What makes it happen once, such as `movement:<id>`: a second posting under it finds the first. */
    key: text("key").notNull(),
    kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
    size: smallint("size").notNull(),
    description: text("description").notNull(),
    /** The record that it was posted for. */
    sourceType: text("source_type").notNull(),
    sourceId: uuid("source_id").notNull(),
    reversalOf: uuid("reversal_of"),
    /** The admin by whose decision it was posted; none for what the app does by itself. */
    postedBy: uuid("posted_by"),
    postedAt: instant("posted_at").notNull(),
  },
  (t) => [
    uniqueIndex("ledger_entries_key").on(t.key),
    // One reversal for each entry, ever.
    uniqueIndex("ledger_entries_reversal_of").on(t.reversalOf),
    foreignKey({ columns: [t.reversalOf], foreignColumns: [t.id], name: "ledger_entries_reversed" }),
    unique("ledger_entries_id_size").on(t.id, t.size),
    index("ledger_entries_source").on(t.sourceType, t.sourceId),
    // The few among millions: what is no payment is found by its kind.
    index("ledger_entries_kind").on(t.kind, t.postedAt).where(sql`${t.kind} <> 'transaction'`),
    check("ledger_entries_size", sql`${t.size} between 2 and 1000`),
    check("ledger_entries_not_itself", sql`${t.reversalOf} <> ${t.id}`),
  ],
);

/**
 * Append-only. `amount` is positive for a credit and negative for a debit. An entry's ordinals are 1 to its `size`, and
 * all of them are there when it commits: so no posting can be added to it later.
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
    /** 1, 2, 3 … of its account: two that began from the same balance cannot both be kept. */
    seq: integer("seq").notNull(),
    amount: kobo("amount").notNull(),
    /** The account's balance with this posting, on the account's side. */
    balanceAfter: kobo("balance_after").notNull(),
    postedAt: instant("posted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.ordinal] }),
    foreignKey({
      columns: [t.entryId, t.size],
      foreignColumns: [ledgerEntries.id, ledgerEntries.size],
      name: "ledger_postings_entry",
    }),
    unique("ledger_postings_seq").on(t.accountId, t.seq),
    index("ledger_postings_statement").on(t.accountId, t.postedAt, t.seq, t.amount),
    index("ledger_postings_amount").on(t.accountId, t.amount),
    check("ledger_postings_amount", sql`${t.amount} <> 0 and abs(${t.amount}) <= 9007199254740991`),
    check("ledger_postings_ordinal", sql`${t.ordinal} between 1 and ${t.size}`),
  ],
);
