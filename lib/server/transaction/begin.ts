import "server-only";
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { OwnPayment, paymentRequest } from "@/lib/contract/transaction.app";
import { feeOf } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { Citizen } from "@/lib/server/app-door/citizen";
import type { HandlerContext } from "@/lib/server/context";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { refuse } from "@/lib/server/errors";
import { isExpired } from "@/lib/server/user/status";
import { providerOf } from "./provider";
import { type TransactionRecord, transactionRecord } from "./settle";

type Wanted = z.output<typeof paymentRequest>;
type Method = typeof paymentMethods.$inferSelect;

/**
 * Begins a payment that the citizen makes with a provider: no money has moved yet, the provider's report moves it.
 * @throws 400 for a method that is unknown or an amount that it does not take; 409 when the method is switched off or the
 * account may not pay
 */
export async function beginPayment({ db, citizen, audit }: HandlerContext, input: Wanted): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessAllowed(user, input.type);
  const method = await methodFor(db, input);
  const { amount, type, description } = input;
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  const id = uuid();
  const [begun] = await db
    .insert(transactions)
    .values({
      id,
      reference: `TRX-${id.slice(-12).toUpperCase()}`,
      userId: user.id,
      type,
      channel: method.channel,
      methodId: method.id,
      amount,
      fee: feeOf(rule, amount),
      cardLast4: method.channel === "card" ? cardOf() : null,
      description: description.trim(),
    })
    .returning();
  if (!begun) throw new Error("The payment was not inserted.");
  const message = "Sent to the payment provider";
  await db.insert(transactionEvents).values({ transactionId: id, kind: "attempt", message });
  const after = { state: begun.state, type, amount: formatMoney(amount), method: method.code, user_id: user.id };
  audit({ record: transactionRecord(begun), after });
  return toOwn(begun);
}

/** @throws 404 also for a payment of somebody else */
export async function paymentOf({ db, citizen }: HandlerContext, input: { transactionId: string; user_id: string }) {
  const user = await citizen(input.user_id);
  const [found] = await db.select().from(transactions).where(eq(transactions.id, input.transactionId));
  if (!found || found.userId !== user.id) throw refuse.notFound("payment");
  return toOwn(found);
}

/** What leads into or out of the wallet only; a bill that a bank pays touches it in no way. */
function refuseUnlessAllowed(user: Citizen, type: Wanted["type"]): void {
  if (user.status === "suspended") throw refuse.conflict("This account is suspended, so it can't begin a payment.");
  const isRestricted = user.status === "restricted" && !isExpired(user) && user.restriction !== "no_debit";
  if (isRestricted && type === "wallet_funding")
    throw refuse.conflict("This wallet is restricted: no money may go into it until the restriction is lifted.");
}

async function methodFor(db: Queryable, { method: code, amount }: Wanted): Promise<Method> {
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.code, code));
  if (!method || !providerOf(method.provider)) {
    const message = "There is no such payment method. Use the code of one that a payment provider takes.";
    throw refuse.badInput(message, { method: message });
  }
  if (!method.enabled)
    throw refuse.conflict(`Payments by ${method.name} are switched off at the moment. Use another payment method.`);
  const [least, most] = [method.minAmount, method.maxAmount];
  if (amount < least || amount > most) {
    const message = `${method.name} takes ${formatMoney(least)} to ${formatMoney(most)}. Choose an amount between them.`;
    throw refuse.badInput(message, { amount: message });
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
  state: row.state,
  description: row.description,
  failure_reason: row.failureReason,
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});
