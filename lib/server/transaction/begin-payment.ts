import "server-only";
import type { OwnPayment, PaymentRequest } from "@/lib/contract/transaction.app";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuseLedgerEntriesBeyondLimits } from "@/lib/server/ledger/limits";
import { endPromotionIfUsedUp, settleRedemption } from "@/lib/server/promotion/change-redemption";
import { insertRedemption, promotionAuditFields, reservePromotionUse } from "@/lib/server/promotion/take-promotion";
import { requireHeadForPayment, saveTaxPayment } from "@/lib/server/revenue-heads/payment-head";
import { transactionRecordRef } from "./change-transaction";
import { draftPayment, insertPayment, SENT_TO_PROVIDER_MESSAGE } from "./insert-payment";
import { toOwnTransaction } from "./own-transaction";
import { payFromWallet } from "./pay-from-wallet";
import { refuseUnlessMayBegin, refuseUnlessMaySpend } from "./refuse-payment";
import { isOwnWalletMethod, requirePaymentMethod } from "./require-method";

/**
 * Begins a payment by a provider, whose report moves the money; or pays a bill or levy from the citizen's own wallet
 * immediately. Applies the promotion that the request names, or refuses the payment.
 * @throws 400 if the method is unknown or does not accept the amount, or if the revenue head takes no payments; 409 if the
 * method is disabled, the account may not pay, a wallet's balance is too low, a limit of its tier is exceeded, or the
 * promotion does not apply
 */
export async function beginPayment({ tx, citizen, audit }: WriteContext, input: PaymentRequest): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessMayBegin(user, input.type);
  const method = await requirePaymentMethod(tx, input);
  const head = input.revenue_head
    ? await requireHeadForPayment(tx, { code: input.revenue_head, type: input.type })
    : null;
  const isPostedNow = isOwnWalletMethod(method);
  if (isPostedNow) refuseUnlessMaySpend(user, "pay");
  const { amount, type, description, promotion, device_id: deviceId } = input;
  // Refuses a funding beyond the limits now, because once paid it could only be posted to suspense.
  if (type === "wallet_funding")
    await refuseLedgerEntriesBeyondLimits(tx, [{ postings: [{ accountId: user.id, amount }] }]);
  const promotionUse = promotion
    ? await reservePromotionUse(tx, {
        asked: promotion,
        user,
        type,
        method,
        amount,
        deviceId,
        isPostedImmediately: isPostedNow,
      })
    : null;
  const draft = draftPayment(method, { userId: user.id, type, amount, description }, promotionUse);
  const payment = isPostedNow
    ? await payFromWallet(tx, draft, promotionUse, { costs: "this costs", message: "Paid from the wallet" })
    : await insertPayment(tx, { ...draft, message: SENT_TO_PROVIDER_MESSAGE });
  if (head) await saveTaxPayment(tx, { transactionId: payment.id, revenueHeadId: head.id, lga: user.lga });
  if (promotionUse) await insertRedemption(tx, promotionUse, payment.id);
  const usedPromotionId = isPostedNow ? await settleRedemption(tx, payment) : null;
  const endedEntries = await endPromotionIfUsedUp(tx, usedPromotionId);
  const auditAfter = { state: payment.state, type, amount: formatMoney(amount), method: method.code, user_id: user.id };
  const headAfter = head && { revenue_head: `${head.code} ${head.name}` };
  audit({
    record: transactionRecordRef(payment),
    after: { ...auditAfter, ...headAfter, ...promotionAuditFields(promotionUse) },
  });
  for (const entry of promotionUse?.startAudit ? [promotionUse.startAudit, ...endedEntries] : endedEntries)
    audit(entry);
  return toOwnTransaction(tx, payment, user.id);
}
