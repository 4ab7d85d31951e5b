import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  DIFFERENCE_CAUSES,
  EXCEPTION_REASONS,
  MATCH_RULES,
  RECONCILIATION_KINDS,
  RECONCILIATION_SIDES,
  STORED_RECONCILIATION_DAY_STATES,
} from "@/lib/contract/reconciliation.values";
import { PAYMENT_PROVIDERS } from "@/lib/contract/transaction.values";
import { admins } from "./admin";
import { bankAccounts, bankStatements } from "./bank-statements";
import { instant, kobo } from "./columns";
import { ledgerEntries } from "./ledger";
import { revenueHeads } from "./revenue-heads";
import { walletMovements } from "./system-wallet";
import { transactions } from "./transaction";

/**
 * Items to reconcile: lines of bank statements, records of providers, and the ledger's postings on the settlement float. Amounts are signed
 * alike on all sides: positive for money that we received. Triggers keep imported values unchanged and matches exact to the kobo, and lock
 * closed days (migration 0038).
 */
export const reconciliationItems = pgTable(
  "reconciliation_items",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    side: text("side", { enum: RECONCILIATION_SIDES }).notNull(),
    kind: text("kind", { enum: RECONCILIATION_KINDS }).notNull(),
    /** Identifies the item in its source, such as `paystack:settlement:12`. Inserting an item with an existing key changes nothing. */
    sourceKey: text("source_key").notNull(),
    accountId: uuid("account_id").references(() => bankAccounts.id),
    /** Bank statement that first contained the line, and the line's number in its file. */
    statementId: uuid("statement_id").references(() => bankStatements.id),
    statementLine: integer("statement_line"),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }),
    /** Item of the settlement that includes this provider record; null for other items. */
    settlementId: bigint("settlement_id", { mode: "number" }).references((): AnyPgColumn => reconciliationItems.id),
    /** Lagos day of the item according to its source. */
    day: date("day", { mode: "string" }).notNull(),
    /** Day whose closing contains the item: `day`, or the next open day if `day` was closed before. A trigger sets it. */
    accountingDay: date("accounting_day", { mode: "string" }).notNull(),
    foundAt: instant("found_at").notNull().defaultNow(),
    /** Amount in kobo, negative for money that we paid. For a settlement, the net amount. */
    amount: kobo("amount").notNull(),
    /** Our reference, such as `TRX-…`, if the source contains one. */
    reference: text("reference"),
    providerReference: text("provider_reference"),
    narration: text("narration").notNull().default(""),
    transactionId: uuid("transaction_id").references(() => transactions.id),
    entryId: uuid("entry_id").references(() => ledgerEntries.id),
    revenueHeadId: uuid("revenue_head_id").references(() => revenueHeads.id),
    /** Group of items whose money is remitted in one sum: `head:` and the code of a revenue head, `bill_payment`, or `ticket`. */
    remittanceGroup: text("remittance_group"),
    /** First day on which the item is an exception if it is not matched. */
    dueOn: date("due_on", { mode: "string" }).notNull(),
    /** Why the last matching run left the item unmatched, and the item that it was compared with. */
    finding: text("finding", { enum: EXCEPTION_REASONS }),
    cause: text("cause", { enum: DIFFERENCE_CAUSES }),
    counterpartId: bigint("counterpart_id", { mode: "number" }),
    matchId: bigint("match_id", { mode: "number" }).references((): AnyPgColumn => reconciliationMatches.id),
    /** The item of which this one is a part, after an admin split it. The parts replace the split item. */
    splitOf: bigint("split_of", { mode: "number" }).references((): AnyPgColumn => reconciliationItems.id),
    isSplit: boolean("is_split").notNull().default(false),
    /** Admin who was asked a question about the item, and the question. */
    askedId: uuid("asked_id").references(() => admins.id),
    question: text("question"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("reconciliation_items_source").on(t.sourceKey),
    index("reconciliation_items_open").on(t.dueOn, t.day, t.id).where(sql`${t.matchId} is null and not ${t.isSplit}`),
    index("reconciliation_items_day").on(t.day, t.id),
    index("reconciliation_items_amount").on(t.amount, t.id),
    index("reconciliation_items_open_amount").on(t.amount, t.day).where(sql`${t.matchId} is null and not ${t.isSplit}`),
    index("reconciliation_items_accounting").on(t.accountingDay, t.side),
    index("reconciliation_items_reference").on(t.reference).where(sql`${t.reference} is not null`),
    index("reconciliation_items_provider_reference")
      .on(t.providerReference)
      .where(sql`${t.providerReference} is not null`),
    index("reconciliation_items_settlement").on(t.settlementId).where(sql`${t.settlementId} is not null`),
    index("reconciliation_items_parts").on(t.splitOf).where(sql`${t.splitOf} is not null`),
    index("reconciliation_items_settlement_text").on(t.narration).where(sql`${t.kind} = 'settlement'`),
    index("reconciliation_items_match").on(t.matchId).where(sql`${t.matchId} is not null`),
    index("reconciliation_items_transaction").on(t.transactionId).where(sql`${t.transactionId} is not null`),
    index("reconciliation_items_entry").on(t.entryId).where(sql`${t.entryId} is not null`),
    check("reconciliation_items_amount", sql`${t.amount} <> 0 or ${t.kind} = 'settlement'`),
    check("reconciliation_items_bank", sql`(${t.side} = 'bank') = (${t.accountId} is not null)`),
    check("reconciliation_items_provider", sql`(${t.side} = 'provider') = (${t.provider} is not null)`),
  ],
);

/** Matches of items that belong together. An undone match is deleted, and only the audit trail still shows it. */
export const reconciliationMatches = pgTable(
  "reconciliation_matches",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    rule: text("rule", { enum: MATCH_RULES }).notNull(),
    /** Day whose closing contains the match: the latest accounting day of its items, or, if that day is closed, the first open day. */
    accountingDay: date("accounting_day", { mode: "string" }).notNull(),
    matchedAt: instant("matched_at").notNull().defaultNow(),
    /** The admin who matched the items; null if a rule matched them automatically. */
    matchedBy: uuid("matched_by").references(() => admins.id),
    remark: text("remark").notNull().default(""),
  },
  (t) => [
    index("reconciliation_matches_accounting").on(t.accountingDay),
    index("reconciliation_matches_rule").on(t.rule, t.id),
  ],
);

/**
 * Items of matches that an admin undid. Automatic matching never joins two items of the same undone match again, but an admin may.
 * `match_id` is the id of the deleted match.
 */
export const reconciliationSeparations = pgTable(
  "reconciliation_separations",
  {
    itemId: bigint("item_id", { mode: "number" })
      .notNull()
      .references(() => reconciliationItems.id, { onDelete: "cascade" }),
    matchId: bigint("match_id", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.itemId, t.matchId] }), index("reconciliation_separations_match").on(t.matchId)],
);

/** Manual transfers that admins requested to resolve an item: a write-off, a posted difference, or a posting to suspense. */
export const reconciliationMovements = pgTable(
  "reconciliation_movements",
  {
    movementId: uuid("movement_id")
      .primaryKey()
      .references(() => walletMovements.id),
    itemId: bigint("item_id", { mode: "number" })
      .notNull()
      .references(() => reconciliationItems.id),
  },
  (t) => [index("reconciliation_movements_item").on(t.itemId)],
);

/**
 * Days that are proposed for closing or closed. Triggers keep the order of days, require two admins, and lock closed days (migration
 * 0038).
 */
export const reconciliationDays = pgTable(
  "reconciliation_days",
  {
    day: date("day", { mode: "string" }).primaryKey(),
    state: text("state", { enum: STORED_RECONCILIATION_DAY_STATES }).notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => admins.id),
    proposedAt: instant("proposed_at").notNull().defaultNow(),
    /** The proposer's explanation of money in suspense and of differences. */
    remark: text("remark").notNull().default(""),
    closedBy: uuid("closed_by").references(() => admins.id),
    closedAt: instant("closed_at"),
    /** Figures of the day, stored when the day was closed. */
    figures: jsonb("figures").$type<Record<string, unknown>>(),
    /** Newest hash of the audit trail's hash chain when the day was closed. */
    auditHash: text("audit_hash"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("reconciliation_days_two_admins", sql`${t.closedBy} <> ${t.proposedBy}`),
    check(
      "reconciliation_days_closed",
      sql`(${t.state} = 'closed') = (${t.closedBy} is not null and ${t.closedAt} is not null and ${t.figures} is not null and ${t.auditHash} is not null)`,
    ),
  ],
);

/** Settings and progress of reconciliation: one row. */
export const reconciliationSettings = pgTable(
  "reconciliation_settings",
  {
    id: smallint("id").primaryKey(),
    /** First day that is reconciled. Null until an admin has added the first bank account; never changes afterwards. */
    startsOn: date("starts_on", { mode: "string" }),
    /** Last closed day, or the day before `starts_on`. Moves forward by one day at a time, and never back. */
    closedUntil: date("closed_until", { mode: "string" }),
    /** `seq` of the last posting on the settlement float that was copied to reconciliation items. */
    ledgerSeq: integer("ledger_seq").notNull().default(0),
    /** Largest item id that a complete matching run included, and the Lagos day of that run. */
    matchedThrough: bigint("matched_through", { mode: "number" }).notNull().default(0),
    matchedOn: date("matched_on", { mode: "string" }),
    /** Largest difference in kobo, and in days, at which two items can count as the same payment. */
    amountLimit: kobo("amount_limit").notNull().default(0),
    dayLimit: integer("day_limit").notNull().default(3),
    /** Minimum similarity of two names in percent at which two items can match. */
    nameLimit: integer("name_limit").notNull().default(60),
    /**
     * Number of working days after which an unmatched item is an exception: for payments at the provider, settlements at the bank,
     * remittances, and manual movements.
     */
    providerDays: integer("provider_days").notNull().default(2),
    bankDays: integer("bank_days").notNull().default(1),
    remittanceDays: integer("remittance_days").notNull().default(5),
    movementDays: integer("movement_days").notNull().default(2),
    /** Largest amount in kobo that an admin may write off as a fee. */
    writeOffLimit: kobo("write_off_limit").notNull().default(500_000),
    /** Largest sum in kobo of unexplained exceptions with which a day may be closed. */
    unexplainedLimit: kobo("unexplained_limit").notNull().default(0),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("reconciliation_settings_one", sql`${t.id} = 1`),
    check("reconciliation_settings_started", sql`(${t.startsOn} is null) = (${t.closedUntil} is null)`),
    check(
      "reconciliation_settings_limits",
      sql`${t.amountLimit} >= 0 and ${t.dayLimit} between 0 and 31 and ${t.nameLimit} between 0 and 100 and ${t.writeOffLimit} >= 0 and ${t.unexplainedLimit} >= 0`,
    ),
    check(
      "reconciliation_settings_days",
      sql`least(${t.providerDays}, ${t.bankDays}, ${t.remittanceDays}, ${t.movementDays}) >= 0 and greatest(${t.providerDays}, ${t.bankDays}, ${t.remittanceDays}, ${t.movementDays}) <= 60`,
    ),
  ],
);

/** Progress of fetching settlements, one row per provider. */
export const reconciliationProviders = pgTable("reconciliation_providers", {
  provider: text("provider", { enum: PAYMENT_PROVIDERS }).primaryKey(),
  /** Last Lagos day of which all settlements were fetched. Only a fetch after the end of a day counts. */
  fetchedTo: date("fetched_to", { mode: "string" }),
  fetchedAt: instant("fetched_at"),
  /** Why the last attempt to fetch settlements failed; null after a success. */
  problem: text("problem"),
});
