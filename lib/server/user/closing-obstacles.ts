import "server-only";
import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { accessPolicy, type Feature, type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { APPLICATION_STATE_WORDS, CONFLICT_CHECK_STATES } from "@/lib/contract/grant.values";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { OPEN_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { isWaitingApprovalSql } from "@/lib/server/approvals/waiting-requests";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { eventOrders } from "@/lib/server/db/schema/event";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";
import { readUnclearedSuspense } from "@/lib/server/system-wallet/read-suspense";

/** Returns a sentence about the user's unfinished records, or null. Names the records only if the reader may read that feature. */
type FindObstacles = (
  db: Queryable,
  userId: string,
  mayRead: (feature: Feature) => boolean,
  isCitizen: boolean,
) => Promise<string | readonly string[] | null>;

/** Maximum number of records of one kind that a sentence names. */
const MAX_NAMED = 10;

const findWalletBalance: FindObstacles = async (db, userId, mayRead) => {
  const [wallet] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, userId));
  if (!wallet?.balance) return null;
  return `The wallet holds ${mayRead("User Management") ? formatMoney(wallet.balance) : "money"}. Pay out the balance first.`;
};

/** Finds open identity requests, except returned ones: a closed account can't resubmit them (kyc/submit.ts). */
const findOpenKyc: FindObstacles = async (db, userId, mayRead) => {
  const [request] = await db
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), inArray(kycRequests.state, [...KYC_OPEN_STATES])))
    .limit(1);
  if (!request) return null;
  if (!mayRead("KYC Management")) return "An identity request is open. It must be decided first.";
  return `The identity request ${request.reference} waits for a decision. It must be decided first.`;
};

const findOpenTransaction =
  (which: (userId: string) => SQL | undefined, words: string, toCitizen = words): FindObstacles =>
  async (db, userId, mayRead, isCitizen) => {
    const found = await db
      .select()
      .from(transactions)
      .where(which(userId))
      .orderBy(transactions.createdAt, transactions.id)
      .limit(MAX_NAMED);
    if (!found.length) return null;
    if (!mayRead("Transactions")) return `A ${words} is in progress. Wait until it is settled.`;
    return found.map(
      ({ reference, state }) =>
        `The ${isCitizen ? toCitizen : words} ${reference} is ${state}. Wait until it is settled.`,
    );
  };

const findOwnTransaction = findOpenTransaction(
  (userId) =>
    and(eq(transactions.userId, userId), inArray(transactions.state, [...OPEN_TRANSACTION_STATES, "disputed"])),
  "transaction",
);

/** Finds open transfers to the user. The condition on the type lets PostgreSQL use the index on types and states. */
const findIncomingTransfer = findOpenTransaction(
  (userId) =>
    and(
      eq(transactions.counterpartyId, userId),
      eq(transactions.type, "transfer"),
      inArray(transactions.state, [...OPEN_TRANSACTION_STATES, "disputed"]),
    ),
  "transfer to this user",
  "transfer to you",
);

/** Finds pending refunds of transactions that this user paid or received. */
const findPendingRefund: FindObstacles = async (db, userId, mayRead) => {
  const [found] = await db
    .select({ reference: transactions.reference })
    .from(approvals)
    .innerJoin(transactions, sql`${transactions.id} = ${approvals.recordId}::uuid`)
    .where(
      and(
        isWaitingApprovalSql(),
        eq(approvals.kind, "transaction.refund"),
        or(eq(transactions.userId, userId), eq(transactions.counterpartyId, userId)),
      ),
    )
    .limit(1);
  if (!found) return null;
  const which = mayRead("Transactions") ? `the transaction ${found.reference}` : "a transaction";
  return `A refund of ${which} waits for approval. It must be decided first.`;
};

/** Finds late, returned or owed money, which could not be moved to or from the wallet after closing. */
const findUnclearedMoney: FindObstacles = async (db, userId, mayRead, isCitizen) => {
  const found = await readUnclearedSuspense(db, userId);
  if (isCitizen)
    return found.map(
      ({ reference }) => `Money of the transaction ${reference} is not settled yet. Contact the office.`,
    );
  return found.map((each) => suspenseText(each, mayRead));
};

function suspenseText(found: { reference: string; balance: number }, mayRead: (feature: Feature) => boolean): string {
  const transactionPhrase = mayRead("Transactions") ? `the transaction ${found.reference}` : "a transaction";
  const mayReadWallet = mayRead("System Wallet");
  if (found.balance > 0)
    return `${mayReadWallet ? `${formatMoney(found.balance)} of ${transactionPhrase} lies` : `Money of ${transactionPhrase} lies`} on suspense. Have it cleared to the wallet, or withdrawn from suspense, first.`;
  return found.balance < 0
    ? `Suspense is short of ${mayReadWallet ? formatMoney(-found.balance) : "money"} for ${transactionPhrase}. Take it back from the wallet, or fund suspense, first.`
    : `A movement of money of ${transactionPhrase} waits for approval. It must be decided first.`;
}

/** Finds unpaid orders, which reserve seats until they are paid, cancelled or expired. */
const findUnpaidOrder: FindObstacles = async (db, userId, mayRead) => {
  const [order] = await db
    .select({ reference: eventOrders.reference })
    .from(eventOrders)
    .where(
      and(eq(eventOrders.userId, userId), eq(eventOrders.state, "reserved"), gt(eventOrders.expiresAt, sql`now()`)),
    )
    .limit(1);
  if (!order) return null;
  const which = mayRead("Events") ? `The order of tickets ${order.reference}` : "An order of tickets";
  return `${which} is not paid yet. Pay it or give it up first.`;
};

const findOpenGrant: FindObstacles = async (db, userId, mayRead) => {
  const [application] = await db
    .select({ reference: grantApplications.reference, state: grantApplications.state })
    .from(grantApplications)
    .where(and(eq(grantApplications.userId, userId), inArray(grantApplications.state, [...CONFLICT_CHECK_STATES])))
    .limit(1);
  if (!application) return null;
  if (!mayRead("Grants")) return "A grant application is open. Get it paid or rejected first.";
  const state = APPLICATION_STATE_WORDS[application.state].toLowerCase();
  return `The grant application ${application.reference} is open (${state}). Get it paid or rejected first.`;
};

/**
 * Checks for obstacles to closing an account. A module with unfinished records adds its own check. Actions that must not start for
 * a closed account lock the user's row or wallet first; closing locks both.
 */
const OBSTACLE_FINDERS: readonly FindObstacles[] = [
  ...[findWalletBalance, findOpenKyc, findOwnTransaction, findIncomingTransfer, findPendingRefund, findUnclearedMoney],
  ...[findUnpaidOrder, findOpenGrant],
];

/** Features whose records citizens may read about themselves. Excludes money on suspense. */
const CITIZEN_FEATURES: readonly Feature[] = ["User Management", "KYC Management", "Transactions", "Events", "Grants"];

/** Returns a sentence for each obstacle. @param reader rights of the reading admin, or the citizen concerned */
export async function findClosingObstacles(
  db: Queryable,
  userId: string,
  reader: readonly FeatureAccess[] | "citizen",
): Promise<string[]> {
  const mayRead = (feature: Feature) =>
    reader === "citizen" ? CITIZEN_FEATURES.includes(feature) : satisfiesPolicy(reader, accessPolicy(feature, "read"));
  const found: string[] = [];
  for (const findObstacles of OBSTACLE_FINDERS) {
    const sentences = await findObstacles(db, userId, mayRead, reader === "citizen");
    if (sentences) found.push(...[sentences].flat());
  }
  return found;
}
