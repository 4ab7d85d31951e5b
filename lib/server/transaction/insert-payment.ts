import "server-only";
import { randomInt } from "node:crypto";
import { v7 as uuid } from "uuid";
import { feeOf } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import type { Taken } from "@/lib/server/promotion/take-promotion";
import type { TransactionRecord } from "./change-transaction";
import type { Method } from "./method-for";

/** How the events of a transaction say that its payment was begun. */
export const SENT = "Sent to the payment provider";

type Wanted = Pick<TransactionRecord, "userId" | "type" | "amount" | "description"> & {
  counterpartyId?: string | null;
};

/** A payment by this method that has gone nowhere yet: with its number, its fee, and what a promotion gives. */
export function draftPayment(
  method: Method,
  { userId, counterpartyId = null, type, amount, description }: Wanted,
  taken: Taken | null,
) {
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  const id = uuid();
  return {
    id,
    reference: `TRX-${id.slice(-12).toUpperCase()}`,
    userId,
    counterpartyId,
    type,
    channel: method.channel,
    methodId: method.id,
    amount,
    fee: feeOf(rule, amount),
    discount: taken?.discount ?? 0,
    cashback: taken?.cashback ?? 0,
    cardLast4: method.channel === "card" ? cardOf() : null,
    description: description.trim(),
  };
}

type NewPayment = typeof transactions.$inferInsert & { message: string };

/** Puts a payment on record, with the first of its events: `message`, and the state that it begins with. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<TransactionRecord> {
  const [begun] = await insertPayments(db, [payment]);
  if (!begun) throw new Error("The payment was not inserted.");
  return begun;
}

/** The same for several, at least one. @returns them in no particular order */
export async function insertPayments(db: Queryable, payments: readonly NewPayment[]): Promise<TransactionRecord[]> {
  const begun = await db
    .insert(transactions)
    .values(payments.map(({ message, ...values }) => values))
    .returning();
  await db.insert(transactionEvents).values(
    payments.map(({ id, message, state }) => ({
      transactionId: id,
      kind: "attempt" as const,
      message,
      toState: state,
    })),
  );
  return begun;
}

/** A real provider says it with its report; the simulated one has no card to read. */
const cardOf = () => String(randomInt(10_000)).padStart(4, "0");
