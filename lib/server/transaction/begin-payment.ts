import "server-only";
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { OwnPayment, paymentRequest } from "@/lib/contract/transaction.app";
import { feeOf } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Citizen } from "@/lib/server/app-door/find-citizen";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { noteRedemption, promotionWords, type Taken, takePromotion } from "@/lib/server/promotion/take-promotion";
import { isExpired } from "@/lib/server/user/status";
import { type TransactionRecord, transactionRecord } from "./change-transaction";
import { providerOf } from "./provider";

type Wanted = z.output<typeof paymentRequest>;
type Method = typeof paymentMethods.$inferSelect;

/**
 * Begins a payment that the citizen makes with a provider: no money has moved yet, the provider's report moves it. A promotion
 * that it names is taken with it, or the payment is refused.
 * @throws 400 for a method that is unknown or an amount that it does not take; 409 when the method is switched off the account
 * may not pay, or the promotion does not apply
 */
export async function beginPayment({ db, tx, citizen, audit }: WriteContext, input: Wanted): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessAllowed(user, input.type);
  const method = await methodFor(db, input);
  const { amount, type, description, promotion, device_id: deviceId } = input;
  const taken = promotion
    ? await takePromotion(tx, { asked: promotion, user, type, method, amount, deviceId, isAtOnce: false })
    : null;
  const draft = draftPayment(method, { userId: user.id, type, amount, description }, taken);
  const begun = await insertPayment(tx, { ...draft, message: SENT });
  if (taken) await noteRedemption(tx, taken, begun.id);
  const after = { state: begun.state, type, amount: formatMoney(amount), method: method.code, user_id: user.id };
  audit({ record: transactionRecord(begun), after: { ...after, ...promotionWords(taken) } });
  if (taken?.began) audit(taken.began);
  return toOwn(begun);
}

/** How the events of a transaction say that its payment was begun. */
export const SENT = "Sent to the payment provider";

/** A payment by this method that has gone nowhere yet: with its number, its fee, and what a promotion gives. */
export function draftPayment(
  method: Method,
  { userId, type, amount, description }: Pick<TransactionRecord, "userId" | "type" | "amount" | "description">,
  taken: Taken | null,
) {
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  const id = uuid();
  return {
    id,
    reference: `TRX-${id.slice(-12).toUpperCase()}`,
    userId,
    counterpartyId: null,
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

/** @throws 404 also for a payment of somebody else */
export async function paymentOf({ db, citizen }: HandlerContext, input: { transactionId: string; user_id: string }) {
  const user = await citizen(input.user_id);
  const [found] = await db.select().from(transactions).where(eq(transactions.id, input.transactionId));
  if (!found || found.userId !== user.id) throw refuse.notFound("payment");
  return toOwn(found);
}

/** What leads into or out of the wallet only; a bill that a bank pays touches it in no way. @throws 409 */
export function refuseUnlessAllowed(user: Citizen, type: Wanted["type"]): void {
  if (user.status === "suspended") throw refuse.conflict("This account is suspended, so it can't begin a payment.");
  const isRestricted = user.status === "restricted" && !isExpired(user) && user.restriction !== "no_debit";
  if (isRestricted && type === "wallet_funding")
    throw refuse.conflict("This wallet is restricted: no money may go into it until the restriction is lifted.");
}

/** Whether this method pays out of the citizen's wallet, in our own ledger and at once. */
export const isOwnWallet = ({ channel, provider }: Method) => channel === "wallet" && provider === "ledger";

/**
 * The method with this code, for an amount in kobo.
 * @param ofOrder whether tickets are paid, whose amount is given: then the wallet is a method as well
 * @throws 400 for one that is unknown, or does not take the amount; 409 when it is switched off
 */
export async function methodFor(
  db: Queryable,
  { method: code, amount }: Pick<Wanted, "method" | "amount">,
  { ofOrder = false } = {},
): Promise<Method> {
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.code, code));
  if (!method || !(providerOf(method.provider) || (ofOrder && isOwnWallet(method)))) {
    const advice = ofOrder ? "Use the code of another one." : "Use the code of one that a payment provider takes.";
    const message = `There is no such payment method. ${advice}`;
    throw refuse.badInput(message, { method: message });
  }
  if (!method.enabled)
    throw refuse.conflict(`Payments by ${method.name} are switched off at the moment. Use another payment method.`);
  const [least, most] = [method.minAmount, method.maxAmount];
  if (amount < least || amount > most) {
    const advice = ofOrder ? "Choose another payment method." : "Choose an amount between them.";
    const message = `${method.name} takes ${formatMoney(least)} to ${formatMoney(most)}. ${advice}`;
    throw refuse.badInput(message, { [ofOrder ? "method" : "amount"]: message });
  }
  return method;
}

/** A real provider says it with its report; the simulated one has no card to read. */
const cardOf = () => String(randomInt(10_000)).padStart(4, "0");

const toOwn = (row: TransactionRecord): OwnPayment => ({
  id: row.id,
  reference: row.reference,
  type: row.type,
  channel: row.channel,
  amount: row.amount,
  fee: row.fee,
  discount: row.discount,
  cashback: row.cashback,
  state: row.state,
  description: row.description,
  failure_reason: row.failureReason,
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});
