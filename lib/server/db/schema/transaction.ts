import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  PAYMENT_CHANNELS,
  PAYMENT_PROVIDERS,
  SPENDING_STATES,
  SPENDING_TYPES,
  TRANSACTION_EVENTS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "@/lib/contract/transaction.values";
import { bytea, instant, kobo } from "./columns";
import { users } from "./user";

/** Payment methods of the citizen app, each with channel, provider, limits and fees. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    id: uuid("id").primaryKey(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    channel: text("channel", { enum: PAYMENT_CHANNELS }).notNull(),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    minAmount: kobo("min_amount").notNull(),
    maxAmount: kobo("max_amount").notNull(),
    feeFlat: kobo("fee_flat").notNull().default(0),
    feeBasisPoints: integer("fee_basis_points").notNull().default(0),
    feeCap: kobo("fee_cap"),
    position: integer("position").notNull().default(0),
    enabled: boolean("enabled").notNull().default(true),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("payment_methods_code").on(t.code),
    check("payment_methods_amounts", sql`${t.minAmount} > 0 and ${t.maxAmount} >= ${t.minAmount}`),
  ],
);

const sqlLiterals = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** SQL condition for payments that count as spending. Queries must contain exactly this text to use the partial index. */
export const isSpendingSql = (t: { type: AnyPgColumn; state: AnyPgColumn }) =>
  sql`${t.type} in (${sqlLiterals(SPENDING_TYPES)}) and ${t.state} in (${sqlLiterals(SPENDING_STATES)})`;

/** SQL condition for refunds that the provider has refused for good. Queries must contain exactly this text to use the partial index. */
export const isRefusedRefundSql = (t: { type: AnyPgColumn; failureReason: AnyPgColumn }) =>
  sql`${t.type} = 'refund' and ${t.failureReason} is not null`;

/** Payments of citizens and payouts to them. Triggers enforce the state transitions (see the migration). */
export const transactions = pgTable(
  "transactions",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** Citizen who receives a transfer. */
    counterpartyId: uuid("counterparty_id").references(() => users.id),
    type: text("type", { enum: TRANSACTION_TYPES }).notNull(),
    channel: text("channel", { enum: PAYMENT_CHANNELS }).notNull(),
    methodId: uuid("method_id").references(() => paymentMethods.id),
    /** Amount in kobo. The fee is charged on top. */
    amount: kobo("amount").notNull(),
    fee: kobo("fee").notNull().default(0),
    /**
     * Amount in kobo from the promotions pool: deducted from the payment, or credited to the wallet as cashback. For a refund: the part
     * that returns to the pool.
     */
    discount: kobo("discount").notNull().default(0),
    cashback: kobo("cashback").notNull().default(0),
    state: text("state", { enum: TRANSACTION_STATES }).notNull().default("pending"),
    refundedAmount: kobo("refunded_amount").notNull().default(0),
    refundOf: uuid("refund_of").references((): AnyPgColumn => transactions.id),
    providerReference: text("provider_reference"),
    cardLast4: text("card_last4"),
    description: text("description").notNull().default(""),
    failureReason: text("failure_reason"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the payment succeeded, or finally failed. */
    completedAt: instant("completed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("transactions_reference").on(t.reference),
    // Covering index: contains the filter columns, so that deep pages skip index entries instead of rows.
    index("transactions_created").on(t.createdAt, t.id, t.type, t.state, t.channel, t.completedAt),
    index("transactions_state").on(t.state, t.createdAt, t.id),
    index("transactions_type").on(t.type, t.createdAt, t.id),
    index("transactions_channel").on(t.channel, t.createdAt, t.id),
    index("transactions_user").on(t.userId, t.createdAt, t.id),
    // Covering index: contains the state, to compute a method's success rate.
    index("transactions_method").on(t.methodId, t.createdAt, t.id, t.state),
    index("transactions_amount").on(t.amount, t.id, t.type, t.state, t.channel, t.createdAt),
    index("transactions_fee").on(t.fee, t.id),
    // Covering index that counts combinations of filters.
    index("transactions_facets").on(t.type, t.state, t.channel),
    index("transactions_completed").on(t.completedAt),
    // Covering index that sums the amounts spent per user.
    index("transactions_spent").on(t.completedAt, t.userId, t.amount, t.refundedAmount).where(isSpendingSql(t)),
    // Covering index for reports of revenue heads, which sum the taxes and levies of a period.
    index("transactions_taxes")
      .on(t.completedAt, t.id, t.state, t.channel, t.amount, t.refundedAmount)
      .where(sql`${t.type} = 'tax_and_levy'`)
      .concurrently(),
    index("transactions_provider_reference").on(t.providerReference),
    index("transactions_card_last4").on(t.cardLast4, t.createdAt, t.id),
    index("transactions_refund_of").on(t.refundOf),
    // Finds refunds that the provider refused, for System Status. PostgreSQL uses this index only if a query contains exactly this
    // condition.
    index("transactions_refused_refunds").on(t.createdAt).where(isRefusedRefundSql(t)).concurrently(),
    // Finds the transfers that a citizen received from other citizens.
    index("transactions_counterparty")
      .on(t.counterpartyId, t.createdAt, t.id)
      .where(sql`${t.counterpartyId} is not null`),
    check("transactions_amounts", sql`${t.amount} > 0 and ${t.fee} >= 0`),
    check(
      "transactions_promotion",
      sql`${t.discount} between 0 and ${t.amount} and ${t.cashback} between 0 and ${t.amount} and least(${t.discount}, ${t.cashback}) = 0`,
    ),
    check("transactions_refunded", sql`${t.refundedAmount} between 0 and ${t.amount}`),
    check("transactions_is_refund", sql`(${t.type} = 'refund') = (${t.refundOf} is not null)`),
  ],
);

/**
 * History of a transaction: attempts, provider messages, state changes. Append-only. Partitioned by month of `at` (docs/archive.md). A
 * trigger keeps `provider_event_id` unique by means of the table `provider_event_ids`.
 */
export const transactionEvents = pgTable(
  "transaction_events",
  {
    id: bigserial("id", { mode: "number" }).notNull(),
    transactionId: uuid("transaction_id")
      .notNull()
      .references(() => transactions.id),
    at: instant("at").notNull().defaultNow(),
    kind: text("kind", { enum: TRANSACTION_EVENTS }).notNull(),
    /** The provider's id of a webhook call, to detect repeated deliveries. */
    providerEventId: text("provider_event_id"),
    fromState: text("from_state", { enum: TRANSACTION_STATES }),
    toState: text("to_state", { enum: TRANSACTION_STATES }),
    message: text("message").notNull(),
    raw: jsonb("raw").$type<Record<string, string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index("transaction_events_transaction").on(t.transactionId, t.id),
    index("transaction_events_provider").on(t.providerEventId).where(sql`${t.providerEventId} is not null`),
  ],
);

/** Ids of webhook calls that were stored as events since migration 0031. Append-only; only a trigger inserts rows. */
export const providerEventIds = pgTable("provider_event_ids", {
  id: text("id").primaryKey(),
});

/** Bank account of a withdrawal. While the withdrawal is open, its amount and fee are reserved in the wallet. */
export const withdrawals = pgTable("withdrawals", {
  transactionId: uuid("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  bankCode: text("bank_code").notNull(),
  /** Number of the bank account, encrypted. */
  accountNumber: bytea("account_number").notNull(),
  accountLast4: text("account_last4").notNull(),
  /** Account holder: the citizen's full name when the withdrawal was requested. */
  accountName: text("account_name").notNull(),
});
