import "server-only";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { LimitRefusal } from "@/lib/server/ledger/limits";
import { outOfPool, type Taken } from "@/lib/server/promotion/take-promotion";
import { bookPayment, type TransactionRecord } from "./change-transaction";
import { type draftPayment, insertPayment } from "./insert-payment";

type Words = {
  /** What costs so much: "these tickets cost". */
  costs: string;
  /** The first of the payment's events. */
  message: string;
  /** The record as it is now, for anyone who is refused. */
  current?: () => Promise<unknown>;
};

/**
 * Pays out of the citizen's own wallet at once: the entry is posted and the payment is on record as succeeded, or nothing is.
 * @param taken the promotion that the payment uses
 * @throws 409 in the payer's words: when the wallet holds too little, a limit of its tier is exceeded, the promotions pool
 * can't cover the promotion, or the wallet that gets the money can't take it
 */
export async function payFromWallet(
  tx: Transaction,
  draft: ReturnType<typeof draftPayment>,
  taken: Taken | null,
  { costs, message, current = async () => undefined }: Words,
): Promise<TransactionRecord> {
  const booked = await bookPayment(tx, draft, null);
  if (!("reason" in booked))
    return insertPayment(tx, { ...draft, state: "succeeded", completedAt: booked.entry.postedAt, message });
  const { refusal, isPool } = booked;
  if (isPool && taken) throw outOfPool(taken.promotion, taken.benefit);
  if (refusal && refusal.userId === draft.counterpartyId) throw refuse.conflict(CANT_TAKE);
  if (refusal instanceof LimitRefusal) throw refusal;
  const needed = formatMoney(draft.amount + draft.fee - draft.discount);
  const words = `Your wallet does not hold enough: ${costs} ${needed}. Add money, or pay another way.`;
  throw refuse.conflict(words, await current());
}

/** Does not say why: a balance, a limit and a restriction are the other citizen's own affair. */
export const CANT_TAKE = "This person can't receive this amount at the moment. Nothing was moved.";
