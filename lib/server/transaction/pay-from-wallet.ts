import "server-only";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { LimitRefusal } from "@/lib/server/ledger/limits";
import { type PromotionUse, poolTooLowRefusal } from "@/lib/server/promotion/take-promotion";
import { emitTransactionWebhook } from "@/lib/server/webhooks/record-events";
import { postSuccessfulPayment, type TransactionRecord } from "./change-transaction";
import { type draftPayment, insertPayment } from "./insert-payment";

type RefusalTexts = {
  /** Beginning of the error message, such as "these tickets cost". */
  costs: string;
  /** Message of the payment's first event. */
  message: string;
  /** Returns the current record, which is sent with a refusal. */
  current?: () => Promise<unknown>;
};

/**
 * Pays from the citizen's own wallet immediately: posts the ledger entry and saves the payment as succeeded, or does neither.
 * @param promotionUse the promotion that the payment uses
 * @throws 409 with a message for the payer if the balance is too low, a limit of the wallet's tier is exceeded, the
 * promotions pool can't cover the promotion, or the receiving wallet can't take the money
 */
export async function payFromWallet(
  tx: Transaction,
  draft: ReturnType<typeof draftPayment>,
  promotionUse: PromotionUse | null,
  { costs, message, current = async () => undefined }: RefusalTexts,
): Promise<TransactionRecord> {
  const bookingResult = await postSuccessfulPayment(tx, draft, null);
  if (!("reason" in bookingResult)) {
    const completedAt = bookingResult.entry.postedAt;
    const paid = await insertPayment(tx, { ...draft, state: "succeeded", completedAt, message });
    await emitTransactionWebhook(tx, paid);
    return paid;
  }
  const { refusal, isPool } = bookingResult;
  if (isPool && promotionUse) throw poolTooLowRefusal(promotionUse.promotion, promotionUse.benefit);
  if (refusal && refusal.userId === draft.counterpartyId) throw refuse.conflict(CANT_RECEIVE_MESSAGE);
  if (refusal instanceof LimitRefusal) throw refusal;
  const neededText = formatMoney(draft.amount + draft.fee - draft.discount);
  const words = `Your wallet does not have enough money: ${costs} ${neededText}. Add money, or pay another way.`;
  throw refuse.conflict(words, await current());
}

/** Gives no reason, because another citizen's balance, limits and restriction are private. */
export const CANT_RECEIVE_MESSAGE = "This person can't receive this amount at the moment. Nothing was moved.";
