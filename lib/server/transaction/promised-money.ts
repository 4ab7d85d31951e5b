import "server-only";
import { eq } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { withdrawals } from "@/lib/server/db/schema/transaction";
import { holdPayout } from "@/lib/server/grant/hold-payout";
import { isWallet, lockAccounts } from "@/lib/server/ledger/accounts";
import { type EntryDraft, type Posted, postEntries } from "@/lib/server/ledger/post";
import { releaseOn } from "@/lib/server/ledger/reserve";
import { holdRedemption } from "@/lib/server/promotion/change-redemption";
import type { TransactionRecord } from "./change-transaction";

/** Kobo of a pool, or of a wallet, that are reserved for a payment until it is booked. */
export type Promised = { accountId: string; amount: number };

/**
 * What is reserved for a payment: by a pool for its promotion or the grant that it pays, by the citizen's wallet for a withdrawal.
 * Holds what comes before accounts.
 */
export async function promisedFor(
  tx: Transaction,
  payment: Pick<TransactionRecord, "id" | "type" | "userId" | "amount" | "fee" | "discount" | "cashback">,
): Promise<Promised | null> {
  if (payment.type === "grant_payout")
    return (await holdPayout(tx, payment.id)) && { accountId: IDS.grants_pool, amount: payment.amount };
  if (payment.type === "withdrawal") return reservedForWithdrawal(tx, payment);
  const redemption = (await holdRedemption(tx, payment))?.redemption;
  return redemption?.state === "reserved" ? { accountId: IDS.promotions_pool, amount: redemption.amount } : null;
}

/** Null for a withdrawal without a bank account: those of before 28 November 2026 reserved nothing. */
export async function reservedForWithdrawal(
  tx: Transaction,
  { id, userId, amount, fee }: Pick<TransactionRecord, "id" | "userId" | "amount" | "fee">,
): Promise<Promised | null> {
  const [ordered] = await tx.select().from(withdrawals).where(eq(withdrawals.transactionId, id));
  return ordered ? { accountId: userId, amount: amount + fee } : null;
}

/** Posts entries, all or none, with what was promised for them released just before; where one is refused, the promise stands. */
export function postPromised(
  tx: Transaction,
  drafts: readonly EntryDraft[],
  promised: Promised | null,
): Promise<Posted[]> {
  if (!promised) return postEntries(tx, drafts);
  const { accountId: reservedOn, amount } = promised;
  const isReserved = isWallet(reservedOn);
  return tx.transaction(async (inner) => {
    // All of them in one order, before the pool is touched.
    const touched = drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
    await lockAccounts(inner, [reservedOn, ...touched]);
    await releaseOn(inner, reservedOn, amount);
    return postEntries(inner, isReserved ? drafts.map((draft) => ({ ...draft, isReserved })) : drafts);
  });
}
