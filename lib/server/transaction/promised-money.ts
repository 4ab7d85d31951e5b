import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { holdPayout } from "@/lib/server/grant/hold-payout";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { type EntryDraft, type Posted, postEntries } from "@/lib/server/ledger/post";
import { type Pool, releaseIn } from "@/lib/server/ledger/reserve";
import { holdRedemption } from "@/lib/server/promotion/change-redemption";
import type { TransactionRecord } from "./change-transaction";

/** Kobo of a pool that are reserved for a payment until it is booked. */
export type Promised = { pool: Pool; amount: number };

/** What a pool has promised to a payment: to its promotion, or to the grant that it pays. Holds what comes before accounts. */
export async function promisedFor(
  tx: Transaction,
  payment: Pick<TransactionRecord, "id" | "type" | "amount" | "discount" | "cashback">,
): Promise<Promised | null> {
  if (payment.type === "grant_payout")
    return (await holdPayout(tx, payment.id)) && { pool: "grants_pool", amount: payment.amount };
  const redemption = (await holdRedemption(tx, payment))?.redemption;
  return redemption?.state === "reserved" ? { pool: "promotions_pool", amount: redemption.amount } : null;
}

/** Posts entries, all or none, with what was promised for them released just before; where one is refused, the promise stands. */
export function postPromised(
  tx: Transaction,
  drafts: readonly EntryDraft[],
  promised: Promised | null,
): Promise<Posted[]> {
  if (!promised) return postEntries(tx, drafts);
  const { pool, amount } = promised;
  return tx.transaction(async (inner) => {
    // All of them in one order, before the pool is touched.
    const touched = drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
    await lockAccounts(inner, [IDS[pool], ...touched]);
    await releaseIn(inner, pool, amount);
    return postEntries(inner, drafts);
  });
}
