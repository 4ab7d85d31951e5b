import "server-only";
import { inArray } from "drizzle-orm";
import type { OwnPayment } from "@/lib/contract/transaction.app";
import type { Queryable } from "@/lib/server/db/client";
import { withdrawals } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { headsOfPayments } from "@/lib/server/revenue-heads/payment-head";
import { isOpenState, type TransactionRecord } from "./change-transaction";
import { isRefusedRefund } from "./postings";
import { readOpenCheckouts } from "./provider-reference";

/** Returns transactions as this citizen may see them: their own, and received transfers. Keeps their order. */
export async function toOwnTransactions(
  db: Queryable,
  rows: readonly TransactionRecord[],
  citizenId: string,
): Promise<OwnPayment[]> {
  const counterparties = new Map(
    rows.flatMap(({ id, userId, counterpartyId }) => {
      const otherId = userId === citizenId ? counterpartyId : userId;
      return otherId ? [[id, otherId] as const] : [];
    }),
  );
  const people = counterparties.size
    ? await db
        .select()
        .from(users)
        .where(inArray(users.id, [...counterparties.values()]))
    : [];
  const names = new Map(people.map((person) => [person.id, maskedName(person)]));
  const withdrawalIds = rows.filter(({ type }) => type === "withdrawal").map(({ id }) => id);
  const accounts = withdrawalIds.length
    ? await db.select().from(withdrawals).where(inArray(withdrawals.transactionId, withdrawalIds))
    : [];
  const last4ById = new Map(accounts.map(({ transactionId, accountLast4 }) => [transactionId, accountLast4]));
  const heads = await headsOfPayments(
    db,
    rows.filter(({ type }) => type === "tax_and_levy").map(({ id }) => id),
  );
  const openIds = rows.filter(({ state, userId }) => isOpenState(state) && userId === citizenId).map(({ id }) => id);
  const checkouts = await readOpenCheckouts(db, openIds);
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    type: row.type,
    channel: row.channel,
    direction: directionOf(row, citizenId),
    counterparty: names.get(counterparties.get(row.id) ?? "") ?? null,
    account_last4: last4ById.get(row.id) ?? null,
    amount: row.amount,
    // The fee and the promotion concern only the payer.
    fee: row.userId === citizenId ? row.fee : 0,
    discount: row.userId === citizenId ? row.discount : 0,
    cashback: row.userId === citizenId ? row.cashback : 0,
    refunded_amount: row.refundedAmount,
    state: row.state,
    description: row.description,
    revenue_head: heads.get(row.id) ?? null,
    // The reason of a refused refund is for staff: the citizen reads only that the refund is late.
    failure_reason: isRefusedRefund(row) ? null : row.failureReason,
    checkout: checkouts.get(row.id) ?? null,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  }));
}

/** Returns one transaction as this citizen may see it, see `toOwnTransactions`. */
export async function toOwnTransaction(db: Queryable, row: TransactionRecord, citizenId: string): Promise<OwnPayment> {
  const [converted] = await toOwnTransactions(db, [row], citizenId);
  if (!converted) throw new Error("No transaction was read.");
  return converted;
}

function directionOf({ type, userId }: TransactionRecord, citizenId: string): "in" | "out" {
  const isIncoming = type === "wallet_funding" || type === "grant_payout" || type === "refund";
  // The recipient of a transfer pays for its refund.
  return isIncoming === (userId === citizenId) ? "in" : "out";
}

/** Returns a name such as "Ekaette B***", enough to recognise the person. */
export const maskedName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${[...lastName][0] ?? ""}***`;
