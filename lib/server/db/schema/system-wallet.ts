import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { MOVEMENT_DIRECTIONS, MOVEMENT_KINDS, MOVEMENT_STATES } from "@/lib/contract/system-wallet.values";
import { admins } from "./admin";
import { instant } from "./columns";
import { ledgerEntries } from "./ledger";
import { transactions } from "./transaction";

/** Sequence of the numbers of manual transfers, as in `WAL-000071`. */
export const walletMovementNumber = pgSequence("wallet_movement_number");

/**
 * Manual transfers: requested by one admin, approved by another (docs/rules.md, System wallet). Triggers enforce the state transitions,
 * and end a transfer when its approval request is rejected, withdrawn or expires.
 */
export const walletMovements = pgTable(
  "wallet_movements",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference")
      .notNull()
      .default(sql`'WAL-' || lpad(nextval('wallet_movement_number')::text, 6, '0')`),
    kind: text("kind", { enum: MOVEMENT_KINDS }).notNull(),
    state: text("state", { enum: MOVEMENT_STATES }).notNull().default("draft"),
    /** System account of the transfer; null for a reversal, which uses the accounts of the reversed ledger entry. */
    account: text("account", { enum: SYSTEM_ACCOUNTS }),
    toAccount: text("to_account", { enum: SYSTEM_ACCOUNTS }),
    direction: text("direction", { enum: MOVEMENT_DIRECTIONS }),
    /** Amount in kobo, above zero. */
    amount: bigint("amount", { mode: "number" }).notNull(),
    note: text("note").notNull(),
    externalReference: text("external_reference").notNull().default(""),
    reversesEntryId: uuid("reverses_entry_id").references(() => ledgerEntries.id),
    /** Transaction whose money is moved out of suspense. A reversal has the same transaction as the transfer that it reverses. */
    transactionId: uuid("transaction_id").references(() => transactions.id),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => admins.id),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    decidedBy: uuid("decided_by").references(() => admins.id),
    decidedAt: instant("decided_at"),
    /** The ledger entry; null until the transfer is posted. */
    entryId: uuid("entry_id").references(() => ledgerEntries.id),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("wallet_movements_reference").on(t.reference),
    index("wallet_movements_external_reference").on(t.externalReference).where(sql`${t.externalReference} <> ''`),
    index("wallet_movements_requested").on(t.requestedAt, t.id),
    index("wallet_movements_amount").on(t.amount, t.id),
    index("wallet_movements_state").on(t.state, t.requestedAt, t.id),
    index("wallet_movements_posted_at").on(t.decidedAt, t.id).where(sql`${t.state} = 'posted'`),
    // Allows one pending or posted reversal per entry.
    uniqueIndex("wallet_movements_reverses")
      .on(t.reversesEntryId)
      .where(sql`${t.state} in ('awaiting_approval', 'posted')`),
    index("wallet_movements_transaction").on(t.transactionId).where(sql`${t.transactionId} is not null`),
    check("wallet_movements_clear", sql`${t.kind} <> 'clear' or ${t.transactionId} is not null`),
    check("wallet_movements_amount_positive", sql`${t.amount} > 0`),
    check("wallet_movements_about", sql`(${t.kind} = 'reversal') = (${t.account} is null)`),
    check("wallet_movements_posted", sql`(${t.state} = 'posted') = (${t.entryId} is not null)`),
  ],
);
