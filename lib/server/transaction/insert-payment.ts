import "server-only";
import { randomInt } from "node:crypto";
import { v7 as uuid } from "uuid";
import { calculateFee } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import type { PromotionUse } from "@/lib/server/promotion/take-promotion";
import type { TransactionRecord } from "./change-transaction";
import type { MethodRow } from "./require-method";

/** Message of a payment's first event. */
export const SENT_TO_PROVIDER_MESSAGE = "Sent to the payment provider";

type PaymentInput = Pick<TransactionRecord, "userId" | "type" | "amount" | "description"> & {
  counterpartyId?: string | null;
};

/** Returns an unsaved payment by this method, with its reference, its fee, and the promotion's discount and cashback. */
export function draftPayment(
  method: MethodRow,
  { userId, counterpartyId = null, type, amount, description }: PaymentInput,
  promotionUse: PromotionUse | null,
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
    fee: calculateFee(rule, amount),
    discount: promotionUse?.discount ?? 0,
    cashback: promotionUse?.cashback ?? 0,
    cardLast4: method.channel === "card" && method.provider === "simulated" ? randomCardLast4() : null,
    description: description.trim(),
  };
}

type NewPayment = typeof transactions.$inferInsert & { message: string };

/** Saves a payment with its first event: `message`, and its initial state. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<TransactionRecord> {
  const [inserted] = await insertPayments(db, [payment]);
  if (!inserted) throw new Error("The payment was not inserted.");
  return inserted;
}

/** Saves several payments, at least one. @returns them in no particular order */
export async function insertPayments(db: Queryable, payments: readonly NewPayment[]): Promise<TransactionRecord[]> {
  const inserted = await db
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
  return inserted;
}

/** Generates the last four digits of a card for the simulated provider. Real providers report them. */
const randomCardLast4 = () => String(randomInt(10_000)).padStart(4, "0");
