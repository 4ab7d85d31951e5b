import "server-only";
import { createHash } from "node:crypto";
import { and, asc, eq, gte, inArray, isNotNull, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Checkout } from "@/lib/contract/transaction.app";
import { PAYOUT_TYPES, SETTLED_STATES } from "@/lib/contract/transaction.values";
import { database } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { providerAmount } from "./postings";
import type { BeginOrder, ProviderPage, ProviderPeriod, ProviderSettlement, SettledPayment } from "./provider-port";
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
const LAGOS_DAY = sql<string>`to_char(${transactions.completedAt} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;

/** Fee of the simulated provider in kobo: 1.5 %, at most ₦2,000. */
const feeOf = (amount: number) => Math.min(Math.floor((amount * 15 + 999) / 1_000), 200_000);

/** Reads the payments that the simulated provider received from the day `from` until the day before `before`. */
const receivedBetween = (from: string, before: string) =>
  database()
    .db.select({ transaction: transactions, day: LAGOS_DAY })
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

/** Settles each day's payments on the next day: one settlement a day with payments. */
export async function simulatedSettlements({ from, to }: ProviderPeriod): Promise<ProviderPage<ProviderSettlement>> {
  const rows = await receivedBetween(previousDay(from), to);
  const items = new Map<string, ProviderSettlement>();
  for (const { transaction, day } of rows) {
    const settledOn = nextDay(day);
    const id = settlementIdOf(settledOn);
    const settlement = items.get(id) ?? {
      id,
      state: "paid",
      day: settledOn,
      gross: 0,
      fees: 0,
      deductions: 0,
      net: 0,
      narration: id,
    };
    const amount = providerAmount(transaction);
    items.set(id, {
      ...settlement,
      gross: settlement.gross + amount,
      fees: settlement.fees + feeOf(amount),
      net: settlement.net + amount - feeOf(amount),
    });
  }
  return { items: [...items.values()], next_cursor: null };
}

/** Returns the payments of a settlement; none for an unknown one. */
export async function simulatedSettledPayments(id: string): Promise<ProviderPage<SettledPayment>> {
  const settledOn = /^SIM-(\d{4}-\d\d-\d\d)$/.exec(id)?.[1];
  if (!settledOn) return { items: [], next_cursor: null };
  const rows = await receivedBetween(previousDay(settledOn), settledOn);
  const items = rows.map(({ transaction }) => ({
    reference: transaction.reference,
    providerReference: transaction.providerReference ?? simulatedProviderReference(transaction.reference),
    amount: providerAmount(transaction),
    fees: feeOf(providerAmount(transaction)),
    paidAt: transaction.completedAt?.toISOString() ?? "",
  }));
  return { items, next_cursor: null };
}

const settlementIdOf = (day: string) => `SIM-${day}`;
const DAY_MS = 86_400_000;

const shiftDay = (day: string, days: number) => {
  if (!DAY.test(day)) throw new Error("A day is written as YYYY-MM-DD.");
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
};
const previousDay = (day: string) => shiftDay(day, -1);
const nextDay = (day: string) => shiftDay(day, 1);
