import "server-only";
import type { OwnPayment, PaymentRequest } from "@/lib/contract/transaction.app";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuseBeyondLimits } from "@/lib/server/ledger/limits";
import { endUsedUp, redemptionEnded } from "@/lib/server/promotion/change-redemption";
import { noteRedemption, promotionWords, takePromotion } from "@/lib/server/promotion/take-promotion";
import { transactionRecord } from "./change-transaction";
import { draftPayment, insertPayment, SENT } from "./insert-payment";
import { refuseUnlessAllowed, refuseUnlessSpending } from "./may-pay";
import { isOwnWallet, methodFor } from "./method-for";
import { ownTransaction } from "./own-transaction";
import { payFromWallet } from "./pay-from-wallet";

/**
 * Begins a payment that the citizen makes with a provider, whose report moves the money; or pays a bill or levy out of the
 * citizen's own wallet at once. A promotion that it names is taken with it, or the payment is refused.
 * @throws 400 for a method that is unknown or an amount that it does not take; 409 when the method is switched off, the account
 * may not pay, a wallet holds too little or exceeds a limit of its tier, or the promotion does not apply
 */
export async function beginPayment({ tx, citizen, audit }: WriteContext, input: PaymentRequest): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessAllowed(user, input.type);
  const method = await methodFor(tx, input);
  const isAtOnce = isOwnWallet(method);
  if (isAtOnce) refuseUnlessSpending(user, "pay");
  const { amount, type, description, promotion, device_id: deviceId } = input;
  // What the report would put on suspense is refused before the citizen pays it.
  if (type === "wallet_funding") await refuseBeyondLimits(tx, [{ postings: [{ accountId: user.id, amount }] }]);
  const taken = promotion
    ? await takePromotion(tx, { asked: promotion, user, type, method, amount, deviceId, isAtOnce })
    : null;
  const draft = draftPayment(method, { userId: user.id, type, amount, description }, taken);
  const begun = isAtOnce
    ? await payFromWallet(tx, draft, taken, { costs: "this costs", message: "Paid from the wallet" })
    : await insertPayment(tx, { ...draft, message: SENT });
  if (taken) await noteRedemption(tx, taken, begun.id);
  const redeemed = isAtOnce ? await redemptionEnded(tx, begun) : null;
  const ended = await endUsedUp(tx, redeemed);
  const after = { state: begun.state, type, amount: formatMoney(amount), method: method.code, user_id: user.id };
  audit({ record: transactionRecord(begun), after: { ...after, ...promotionWords(taken) } });
  for (const entry of taken?.began ? [taken.began, ...ended] : ended) audit(entry);
  return ownTransaction(tx, begun, user.id);
}
