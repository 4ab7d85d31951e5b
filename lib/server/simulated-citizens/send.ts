import "server-only";
import { randomInt } from "node:crypto";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";
import { BANK_CODES } from "@/lib/server/db/seed/transactions";
import { callAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";

const NAIRA_KOBO = 100;
/** Minimum balance of a sender in kobo: enough for the amount and fees. */
const MIN_BALANCE = 20_000 * NAIRA_KOBO;
const MAX_TRIES = 20;
const REASONS = ["School fees", "Transport", "Food for the week", "Thank you", "Rent share", ""];

/**
 * Transfers money to another citizen, or withdraws it to a bank account, as a simulated citizen with enough balance, unless the last
 * transfer or withdrawal is newer than this many seconds.
 * @returns true if money was sent
 */
export async function simulateTransfer(db: Database, everySeconds: number): Promise<boolean> {
  const isRecent = and(
    inArray(transactions.type, ["transfer", "withdrawal"]),
    gt(transactions.createdAt, sql`now() - make_interval(secs => ${everySeconds})`),
  );
  if ((await db.select({ id: transactions.id }).from(transactions).where(isRecent).limit(1)).length) return false;
  const user_id = await findWealthyCitizen(db);
  if (!user_id) return false;
  const amount = (5 + randomInt(50)) * 100 * NAIRA_KOBO;
  const randomDigit = randomInt(10);
  if (randomDigit < 3) {
    // One in ten bank accounts belongs to another person (transaction/simulated-services.ts), so that its payout waits for an admin.
    const prefix = randomInt(10) === 0 ? "00099" : String(randomInt(100_000)).padStart(5, "0");
    const account_number = `${prefix}${String(randomInt(100_000)).padStart(5, "0")}`;
    const bank_code = BANK_CODES[randomInt(BANK_CODES.length)];
    return (await callAppApi("POST", "/withdrawals", { user_id, bank_code, account_number, amount })) !== null;
  }
  const to_user_id = await randomCitizen(db);
  if (!to_user_id || to_user_id === user_id) return false;
  const description = REASONS[randomInt(REASONS.length)];
  return (await callAppApi("POST", "/transfers", { user_id, to_user_id, amount, description })) !== null;
}

/** Tries some random wallets instead of reading all, because there may be a million. */
async function findWealthyCitizen(db: Database): Promise<string | null> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const id = await randomCitizen(db);
    if (!id) return null;
    const [wallet] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, id));
    if (wallet && wallet.balance - wallet.reserved >= MIN_BALANCE) return id;
  }
  return null;
}
