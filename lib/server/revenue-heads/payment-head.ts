import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { Lga } from "@/lib/contract/lgas.values";
import type { RevenueHeadOfPayment } from "@/lib/contract/revenue-heads.app";
import { formatDay } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { revenueHeads, taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { headRowOn, type RevenueHeadRecord, readRowsOfHead, shareRevenueHeadsLock } from "./record";

/** Returns the revenue head of a new payment by its code. Shares a lock, so that the head can't change before the commit. @throws 400 */
export async function requireHeadForPayment(
  tx: Transaction,
  { code, type }: { code: string; type: string },
): Promise<RevenueHeadRecord> {
  const badInput = (message: string) => refuse.badInput(message, { revenue_head: message });
  if (type !== "tax_and_levy") throw badInput("Only a payment of type tax_and_levy has a revenue head.");
  await shareRevenueHeadsLock(tx);
  const rows = await readRowsOfHead(tx, code);
  const [first] = rows;
  if (!first) throw badInput(`There is no revenue head ${code}. Use a code of GET /app/revenue-heads.`);
  const row = headRowOn(rows, lagosDayOf(new Date()));
  if (!row) throw badInput(`The revenue head ${code} begins on ${formatDay(first.startsOn)}.`);
  if (!row.isActive) throw badInput(`The revenue head ${code} takes no payments any more.`);
  return row;
}

/**
 * Stores the revenue head of a payment, with the payer's current LGA. If the payment already has a head, replaces the head and keeps the
 * stored LGA.
 */
export const saveTaxPayment = (tx: Transaction, values: { transactionId: string; revenueHeadId: string; lga: Lga }) =>
  tx
    .insert(taxPayments)
    .values(values)
    .onConflictDoUpdate({ target: taxPayments.transactionId, set: { revenueHeadId: values.revenueHeadId } });

/** Returns revenue heads by transaction id, with the names of the payment's day. Transactions without a head are not in the map. */
export async function headsOfPayments(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, RevenueHeadOfPayment>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db
    .select({
      transactionId: taxPayments.transactionId,
      code: revenueHeads.code,
      name: revenueHeads.name,
      ministry: revenueHeads.ministry,
    })
    .from(taxPayments)
    .innerJoin(revenueHeads, eq(revenueHeads.id, taxPayments.revenueHeadId))
    .where(inArray(taxPayments.transactionId, [...transactionIds]));
  return new Map(rows.map(({ transactionId, ...head }) => [transactionId, head]));
}
