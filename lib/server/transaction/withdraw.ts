import "server-only";
import type { z } from "zod";
import type { OwnPayment, withdrawalRequest } from "@/lib/contract/transaction.app";
import { formatMoney } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { withdrawals } from "@/lib/server/db/schema/transaction";
import { AccountRefusal } from "@/lib/server/ledger/accounts";
import { LimitRefusal } from "@/lib/server/ledger/limits";
import { reserveInWallet } from "@/lib/server/ledger/reserve";
import { encryptForStorage } from "@/lib/server/secrets/write-keys";
import { refuseInvalidBankAccount } from "./banks";
import { transactionRecordRef } from "./change-transaction";
import { draftPayment, insertPayment, SENT_TO_PROVIDER_MESSAGE } from "./insert-payment";
import { toOwnTransaction } from "./own-transaction";
import { refuseUnlessMaySpend } from "./refuse-payment";
import { requireWithdrawalMethod } from "./require-method";
import { queuePayouts } from "./send-payout";

/**
 * Orders a payout from a citizen's wallet to a bank account. Reserves amount and fee now; the provider's report debits or releases them.
 * @throws 400 for an amount that the method does not accept, or an account number that does not fit its bank; 409 if the account may not
 * withdraw, too little is available, or the daily limit would be exceeded
 */
export async function orderWithdrawal(
  { tx, citizen, audit }: WriteContext,
  input: z.output<typeof withdrawalRequest>,
): Promise<OwnPayment> {
  const user = await citizen(input.user_id);
  refuseUnlessMaySpend(user, "withdraw money");
  const { amount, account_number: accountNumber, bank_code: bankCode } = input;
  await refuseInvalidBankAccount(tx, { bankCode, accountNumber });
  const method = await requireWithdrawalMethod(tx, amount);
  const description = input.description || "Withdrawal to a bank account";
  const draft = draftPayment(method, { userId: user.id, type: "withdrawal", amount, description }, null);
  await reserveOrRefuse(tx, user.id, amount + draft.fee);
  const ordered = await insertPayment(tx, { ...draft, message: SENT_TO_PROVIDER_MESSAGE });
  const encryptedNumber = await encryptForStorage(tx, accountNumber);
  const account = { bankCode, accountNumber: encryptedNumber, accountLast4: accountNumber.slice(-4) };
  await tx.insert(withdrawals).values({ transactionId: ordered.id, ...account, accountName: fullName(user) });
  await queuePayouts(tx, [{ transactionId: ordered.id, provider: method.provider }]);
  const amountTexts = { amount: formatMoney(amount), fee: formatMoney(draft.fee), method: method.code };
  const bankTexts = { bank_code: bankCode, account_last4: account.accountLast4 };
  audit({
    record: transactionRecordRef(ordered),
    after: { state: ordered.state, type: ordered.type, ...amountTexts, ...bankTexts, user_id: user.id },
  });
  return toOwnTransaction(tx, ordered, user.id);
}

/** Reserves money in the wallet. @param amount kobo, including the fee @throws 409 if the wallet lacks it */
async function reserveOrRefuse(tx: Transaction, userId: string, amount: number): Promise<void> {
  try {
    await reserveInWallet(tx, userId, amount);
  } catch (error) {
    if (!(error instanceof AccountRefusal) || error instanceof LimitRefusal) throw error;
    throw refuse.conflict(
      `Your wallet does not have enough money: this withdrawal needs ${formatMoney(amount)}. Withdraw less, or add money.`,
    );
  }
}
