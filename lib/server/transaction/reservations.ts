import "server-only";
import { eq } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { withdrawals } from "@/lib/server/db/schema/transaction";
import { lockPayoutRow } from "@/lib/server/grant/lock-payout";
import { isWalletAccount, lockAccounts } from "@/lib/server/ledger/accounts";
import { type LedgerEntryDraft, type PostedLedgerEntry, postLedgerEntries } from "@/lib/server/ledger/post";
import { releaseFromAccount } from "@/lib/server/ledger/reserve";
import { lockRedemption } from "@/lib/server/promotion/change-redemption";
import type { TransactionRecord } from "./change-transaction";

/** Kobo of a pool or a wallet that are reserved for a payment until its posting. */
export type Reservation = { accountId: string; amount: number };

/**
 * Returns the reservation for a payment: by a pool for its promotion or its grant, by the citizen's wallet for a
 * withdrawal. Locks the redemption or payout, which precede accounts in the lock order.
 */
export async function lockReservation(
  tx: Transaction,
  payment: Pick<TransactionRecord, "id" | "type" | "userId" | "amount" | "fee" | "discount" | "cashback">,
): Promise<Reservation | null> {
  if (payment.type === "grant_payout")
    return (await lockPayoutRow(tx, payment.id)) && { accountId: IDS.grants_pool, amount: payment.amount };
  if (payment.type === "withdrawal") return reservationOfWithdrawal(tx, payment);
  const redemption = (await lockRedemption(tx, payment))?.redemption;
  return redemption?.state === "reserved" ? { accountId: IDS.promotions_pool, amount: redemption.amount } : null;
}

/**
 * Returns the reservation of a withdrawal: amount and fee. Null for a withdrawal ordered before 28 November 2026, which reserved nothing.
 */
export async function reservationOfWithdrawal(
  tx: Transaction,
  { id, userId, amount, fee }: Pick<TransactionRecord, "id" | "userId" | "amount" | "fee">,
): Promise<Reservation | null> {
  const [withdrawal] = await tx.select().from(withdrawals).where(eq(withdrawals.transactionId, id));
  return withdrawal ? { accountId: userId, amount: amount + fee } : null;
}

/** Posts ledger entries, all or none, and releases their reservation first. After a refusal the reservation is kept. */
export function postAndReleaseReservation(
  tx: Transaction,
  drafts: readonly LedgerEntryDraft[],
  reservation: Reservation | null,
): Promise<PostedLedgerEntry[]> {
  if (!reservation) return postLedgerEntries(tx, drafts);
  const { accountId: reservedAccountId, amount } = reservation;
  const isReserved = isWalletAccount(reservedAccountId);
  return tx.transaction(async (savepoint) => {
    // Locks all accounts in one order, before the account with the reservation changes.
    const touchedIds = drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
    await lockAccounts(savepoint, [reservedAccountId, ...touchedIds]);
    await releaseFromAccount(savepoint, reservedAccountId, amount);
    return postLedgerEntries(savepoint, isReserved ? drafts.map((draft) => ({ ...draft, isReserved })) : drafts);
  });
}
