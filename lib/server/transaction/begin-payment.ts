import "server-only";
import type { OwnPayment, PaymentRequest } from "@/lib/contract/transaction.app";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuseBeyondLimits } from "@/lib/server/ledger/limits";
import { endIfUsedUp, redemptionEnded } from "@/lib/server/promotion/change-redemption";
import { insertRedemption, promotionWords, takePromotion } from "@/lib/server/promotion/take-promotion";
import { transactionRecord } from "./change-transaction";
import { draftPayment, insertPayment, SENT } from "./insert-payment";
import { refuseUnlessAllowed, refuseUnlessSpending } from "./may-pay";
import { isOwnWallet, methodFor } from "./method-for";
import { ownTransaction } from "./own-transaction";
import { payFromWallet } from "./pay-from-wallet";

/**
 * Begins a payment that the citizen makes with a provider, whose report moves the money; or pays a bill or levy from the
 * citizen's own wallet immediately. Applies the promotion that the request names, or refuses the payment.
 * @throws 400 when the method is unknown or does not take the amount; 409 when the method is switched off, the account may
 * not pay, a wallet's balance is too low, a limit of its tier is exceeded, or the promotion does not apply
 */
export async function beginPayment({ tx, citizen, audit }: WriteContext, input: PaymentRequest): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessAllowed(user, input.type);
  const method = await methodFor(tx, input);
  const isAtOnce = isOwnWallet(method);
  if (isAtOnce) refuseUnlessSpending(user, "pay");
  const { amount, type, description, promotion, device_id: deviceId } = input;
  // Refuse a funding beyond the limits now: once the citizen has paid, it could only be booked on suspense.
  if (type === "wallet_funding") await refuseBeyondLimits(tx, [{ postings: [{ accountId: user.id, amount }] }]);
  const taken = promotion
    ? await takePromotion(tx, { asked: promotion, user, type, method, amount, deviceId, isAtOnce })
    : null;
  const draft = draftPayment(method, { userId: user.id, type, amount, description }, taken);
  const begun = isAtOnce
    ? await payFromWallet(tx, draft, taken, { costs: "this costs", message: "Paid from the wallet" })
    : await insertPayment(tx, { ...draft, message: SENT });
  if (taken) await insertRedemption(tx, taken, begun.id);
  const redeemed = isAtOnce ? await redemptionEnded(tx, begun) : null;
  const ended = await endIfUsedUp(tx, redeemed);
  const after = { state: begun.state, type, amount: formatMoney(amount), method: method.code, user_id: user.id };
  audit({ record: transactionRecord(begun), after: { ...after, ...promotionWords(taken) } });
  for (const entry of taken?.began ? [taken.began, ...ended] : ended) audit(entry);
  return ownTransaction(tx, begun, user.id);
}
