import "server-only";
import { randomInt } from "node:crypto";
import { eq, gt, sql } from "drizzle-orm";
import type { APP_PAYMENT_TYPES } from "@/lib/contract/transaction.values";
import type { Database } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { callAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";
import { chooseRevenueHead } from "./revenue-head";

const NAIRA_KOBO = 100;
const PAYMENTS: readonly [(typeof APP_PAYMENT_TYPES)[number], string][] = [
  ["wallet_funding", "Wallet funding"],
  ["wallet_funding", "Wallet funding"],
  ["bill_payment", "Electricity, PHED prepaid meter"],
  ["bill_payment", "Water, Cross River State Water Board"],
  ["tax_and_levy", "Market stall levy"],
  ["tax_and_levy", "Business premises levy"],
];

/** Begins a payment as a simulated citizen, if the last payment is older than this many seconds. @returns true if it was begun */
export async function simulatePayment(db: Database, everySeconds: number): Promise<boolean> {
  const isRecent = gt(transactions.createdAt, sql`now() - make_interval(secs => ${everySeconds})`);
  if ((await db.select({ id: transactions.id }).from(transactions).where(isRecent).limit(1)).length) return false;
  const user_id = await randomCitizen(db);
  const [method] = await db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.enabled, true))
    .orderBy(sql`random()`)
    .limit(1);
  if (!user_id || !method) return false;
  const payableTypes = method.channel === "wallet" ? PAYMENTS.filter(([type]) => type !== "wallet_funding") : PAYMENTS;
  const [type, description] = payableTypes[randomInt(payableTypes.length)] ?? ["bill_payment", "Cable television"];
  const amountWanted = (5 + randomInt(100)) * 100 * NAIRA_KOBO;
  const amount = Math.min(Math.max(amountWanted, method.minAmount), method.maxAmount);
  const head = type === "tax_and_levy" ? await chooseRevenueHead() : null;
  const purpose = head ? { description: head.name, revenue_head: head.code } : { description };
  return (await callAppApi("POST", "/payments", { user_id, type, method: method.code, amount, ...purpose })) !== null;
}
