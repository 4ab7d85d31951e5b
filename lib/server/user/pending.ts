import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { formatMoney } from "@/lib/format";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";

/** Says in a sentence what of a user is under way, or null. */
type Obstacle = (db: Queryable, userId: string) => Promise<string | null>;

const balance: Obstacle = async (db, userId) => {
  const [wallet] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, userId));
  return wallet?.balance ? `The wallet holds ${formatMoney(wallet.balance)}. Have it paid out first.` : null;
};

const openKyc: Obstacle = async (db, userId) => {
  const [request] = await db
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), inArray(kycRequests.state, [...KYC_OPEN_STATES])))
    .limit(1);
  return request ? `The identity request ${request.reference} waits for a decision. Have it decided first.` : null;
};

const openTransactions: Obstacle = async (db, userId) => {
  const [transaction] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), inArray(transactions.state, ["pending", "processing", "disputed"])))
    .limit(1);
  return transaction
    ? `The transaction ${transaction.reference} is ${transaction.state}. Wait until it is settled.`
    : null;
};

/** What keeps an account from being closed. A module whose records can be under way adds its own. */
const OBSTACLES: readonly Obstacle[] = [balance, openKyc, openTransactions];

export async function closeObstacles(db: Queryable, userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const obstacle of OBSTACLES) {
    const sentence = await obstacle(db, userId);
    if (sentence) found.push(sentence);
  }
  return found;
}
