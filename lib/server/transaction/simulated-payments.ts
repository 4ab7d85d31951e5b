import "server-only";
import { randomInt } from "node:crypto";
import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { feeOf, type TransactionType } from "@/lib/contract/transaction.values";
import type { Database } from "@/lib/server/db/client";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";

const NAIRA = 100;
const WHAT: readonly [TransactionType, string][] = [
  ["wallet_funding", "Wallet funding"],
  ["wallet_funding", "Wallet funding"],
  ["bill_payment", "Electricity, PHED prepaid meter"],
  ["tax_and_levy", "Market stall levy"],
  ["ticket", "Carnival Calabar, regular ticket"],
];

/**
 * A citizen of the demo begins a payment with the simulated provider, unless somebody did within these seconds.
 * @returns its reference, or null
 */
export async function beginDemoPayment(db: Database, everySeconds: number): Promise<string | null> {
  const recent = gt(transactions.createdAt, sql`now() - make_interval(secs => ${everySeconds})`);
  if ((await db.select({ id: transactions.id }).from(transactions).where(recent).limit(1)).length) return null;
  const mayPay = and(eq(users.status, "active"), gt(users.tier, 0));
  const payers = db.select({ id: users.id }).from(users).orderBy(asc(users.id)).limit(1);
  // Ids are spread evenly: the first one after a random one is anybody.
  const [payer] = [...(await payers.where(and(mayPay, gte(users.id, randomId())))), ...(await payers.where(mayPay))];
  const [method] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.enabled, true), eq(paymentMethods.provider, "simulated")))
    .orderBy(sql`random()`)
    .limit(1);
  if (!payer || !method) return null;
  const [type, description] = WHAT[randomInt(WHAT.length)] ?? ["wallet_funding", "Wallet funding"];
  const wished = (5 + randomInt(100)) * 100 * NAIRA;
  const amount = Math.min(Math.max(wished, method.minAmount), method.maxAmount);
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  const id = uuid();
  const reference = `TRX-${id.slice(-12).toUpperCase()}`;
  await db.transaction(async (tx) => {
    await tx.insert(transactions).values({
      id,
      reference,
      userId: payer.id,
      type,
      channel: method.channel,
      methodId: method.id,
      amount,
      fee: feeOf(rule, amount),
      cardLast4: method.channel === "card" ? String(randomInt(10_000)).padStart(4, "0") : null,
      description,
    });
    const message = "Sent to the payment provider";
    await tx.insert(transactionEvents).values({ transactionId: id, kind: "attempt", message });
  });
  return reference;
}

const randomId = () =>
  uuid().replace(/^.{8}/, () =>
    randomInt(2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  );
