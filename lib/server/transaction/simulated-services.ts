import "server-only";
import { createHash } from "node:crypto";
import { and, asc, eq, gte, inArray, isNotNull, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Checkout } from "@/lib/contract/transaction.app";
import { PAYOUT_TYPES, SETTLED_STATES } from "@/lib/contract/transaction.values";
import { database } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { providerAmount } from "./postings";
import type { BeginOrder, BeginOrder, ProviderDispute, ProviderPage, ProviderPage, ProviderPeriod, ProviderPeriod, ProviderSettlement, SettledPayment } from "./provider-port";
import { simulatedProviderReference } from "./simulated-reference";

const CHECKOUT_MS = 30 * 60_000;

/** Returns a checkout that leads nowhere: the reserved domain and the bank do not exist. */
export function simulatedCheckout({ reference, channel }: BeginOrder): Checkout {
  const expires_at = new Date(Date.now() + CHECKOUT_MS).toISOString();
  const digits = String(createHash("sha256").update(reference).digest().readUIntBE(0, 6)).slice(-9).padStart(9, "0");
  if (channel === "bank_transfer")
    return {
      kind: "bank_account",
      bank: "Simulated Bank",
      account_number: `${digits}0`,
      account_name: "SIMULATED CHECKOUT",
      expires_at,
    };
  if (channel === "ussd") return { kind: "ussd", code: `*000*${digits}#`, expires_at };
  return { kind: "page", url: `https://simulated-provider.example/pay/${encodeURIComponent(reference)}`, expires_at };
}

/** Returns another person's name for account numbers that begin with 00099, so that a payout to them waits; else null. */
export const simulatedAccountName = (accountNumber: string) =>
  accountNumber.startsWith("00099") ? "BLESSING OKORO" : null;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Returns SQL for the start of a Lagos day in UTC. */
const dayStart = (day: string) => sql`(${day}::date::timestamp at time zone 'Africa/Lagos')`;

/** Reads the payments that the simulated provider received from the day `from` until the day before `before`. */
const receivedBetween = (from: string, before: string) =>
  database()
    .db.select({ transaction: transactions })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(
      and(
        eq(paymentMethods.provider, "simulated"),
        ne(transactions.channel, "wallet"),
        notInArray(transactions.type, ["refund", "transfer", ...PAYOUT_TYPES]),
        inArray(transactions.state, [...SETTLED_STATES]),
        isNotNull(transactions.completedAt),
        gte(transactions.completedAt, dayStart(from)),
        lt(transactions.completedAt, dayStart(before)),
      ),
    )
    .orderBy(asc(transactions.completedAt), asc(transactions.id));

const DAY_MS = 86_400_000;

const shiftDay = (day: string, days: number) => {
  if (!DAY.test(day)) throw new Error("A day is written as YYYY-MM-DD.");
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
};
const nextDay = (day: string) => shiftDay(day, 1);
