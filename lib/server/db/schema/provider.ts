import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Checkout } from "@/lib/contract/transaction.app";
import { PAYMENT_PROVIDERS, PAYOUT_ACCOUNT_DECISIONS, type ProviderName } from "@/lib/contract/transaction.values";
import { admins } from "./admin";
import { instant } from "./columns";
import { transactions } from "./transaction";

/**
 * Attempts to begin a payment at a provider. If the response to an attempt is lost, the next attempt uses a new reference. Provider reports
 * with any of these references belong to the same payment.
 */
export const paymentCheckouts = pgTable(
  "payment_checkouts",
  {
    /** Reference under which the provider knows this attempt. */
    reference: text("reference").primaryKey(),
    transactionId: uuid("transaction_id")
      .notNull()
      .references(() => transactions.id),
    /** Number of the attempt, from 1. */
    attempt: integer("attempt").notNull(),
    /** Data that the citizen needs to pay, such as the URL of the provider's page; null until the provider has answered. */
    checkout: jsonb("checkout").$type<Checkout>(),
    expiresAt: instant("expires_at"),
    /** Start of a running request to the provider; null if none is running. A second request waits until the first ends, 30 s at most. */
    claimedAt: instant("claimed_at"),
  },
  (t) => [uniqueIndex("payment_checkouts_attempt").on(t.transactionId, t.attempt)],
);

/** A provider's report as stored until it is processed (transaction/provider-port.ts, `ProviderEvent`). */
export type StoredProviderReport = {
  eventId: string;
  reference: string;
  state: "processing" | "succeeded" | "failed" | "expired";
  subject?: "payment" | "payout" | "refund" | "dispute";
  amount?: number;
  currency?: string;
  cardLast4?: string;
  providerReference: string | null;
  message: string;
  raw: Record<string, string>;
};

/** Webhook calls of providers. A call is acknowledged first and processed later. Its row is deleted 90 days after processing. */
export const providerEvents = pgTable(
  "provider_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    provider: text("provider").$type<ProviderName>().notNull(),
    /** The provider's id of the event. Repeated deliveries of an event have the same id. */
    eventId: text("event_id").notNull(),
    report: jsonb("report").$type<StoredProviderReport>().notNull(),
    /** IP address and device of the webhook's sender, for the audit trail. */
    address: text("address").notNull(),
    device: text("device").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    processedAt: instant("processed_at"),
    /** Result of processing the report: `taken`, `repeated` or `unknown`; null until it is processed. */
    outcome: text("outcome"),
  },
  (t) => [
    uniqueIndex("provider_events_event").on(t.provider, t.eventId),
    index("provider_events_due").on(t.nextAttemptAt, t.id).where(sql`${t.processedAt} is null`),
    index("provider_events_processed").on(t.processedAt),
  ],
);

/** Time of the next request to the provider for the state of an open payment. */
export const providerChecks = pgTable("provider_checks", {
  transactionId: uuid("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  checks: integer("checks").notNull(),
  nextAt: instant("next_at").notNull(),
});

/** Account names that banks returned before a payout was sent. A payout whose name differs waits for an admin's decision. */
export const accountNameChecks = pgTable(
  "account_name_checks",
  {
    transactionId: uuid("transaction_id")
      .primaryKey()
      .references(() => transactions.id),
    /** Name of the account holder that the bank returned. */
    nameAtBank: text("name_at_bank").notNull(),
    isEqual: boolean("is_equal").notNull(),
    checkedAt: instant("checked_at").notNull().defaultNow(),
    decision: text("decision", { enum: PAYOUT_ACCOUNT_DECISIONS }),
    decidedBy: uuid("decided_by").references(() => admins.id),
    decidedAt: instant("decided_at"),
  },
  (t) => [check("account_name_checks_decision", sql`(${t.decision} is null) = (${t.decidedBy} is null)`)],
);

/** Banks of a provider's list, refreshed daily. A bank that is no longer in the list is inactive. */
export const banks = pgTable("banks", {
  /** The bank's CBN code, as stored with bank accounts of this product. */
  code: text("code").primaryKey(),
  name: text("name").notNull(),
  /** Six-digit NIP code of the bank; null if the provider does not state it. */
  institution: text("institution"),
  isActive: boolean("is_active").notNull(),
  provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
  refreshedAt: instant("refreshed_at").notNull().defaultNow(),
});
