import "server-only";
import { v5 as uuidOfName } from "uuid";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { type ProviderName, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { AccountRefusal, lockAccounts } from "@/lib/server/ledger/accounts";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import type { ProviderSettlement } from "@/lib/server/transaction/provider-port";

/** Source type of the ledger entries that post a settlement's fees. */
export const SETTLEMENT_SOURCE_TYPE = "settlement";
/** Namespace of the ids that are derived from provider and settlement. */
const NAMESPACE = "5f0c3c1e-0b58-4b0e-9a5a-7d9e5f6d2a41";

/** Values of the audit row about the posted fees. */
type FeeAudit = { fees_from_income?: string; fees_on_suspense?: string; fees_not_posted?: string };

/**
 * Posts the fees that the provider withheld from a settlement, once: they leave the float and are paid from fee income as far as its
 * balance allows. The rest is debited to suspense, until finance clears it. If the float lacks the money, nothing is posted, and the
 * provider's fee item stays an exception that finance resolves.
 * @returns values for the audit row
 */
export async function postSettlementFee(
  tx: Transaction,
  provider: ProviderName,
  { id, fees }: Pick<ProviderSettlement, "id" | "fees">,
): Promise<FeeAudit> {
  if (fees <= 0) return {};
  const accounts = await lockAccounts(tx, [IDS.settlement_float, IDS.fee_income, IDS.suspense]);
  const income = accounts.get(IDS.fee_income);
  const fromIncome = Math.min(fees, Math.max(0, (income?.balance ?? 0) - (income?.reserved ?? 0)));
  const onSuspense = fees - fromIncome;
  try {
    await postLedgerEntry(tx, {
      key: `settlement:${provider}:${id}:fees`,
      kind: "settlement_fee",
      description: `Fees of settlement ${id} by ${TRANSACTION_LABELS[provider] ?? provider}`,
      source: { type: SETTLEMENT_SOURCE_TYPE, id: uuidOfName(`${provider}:${id}`, NAMESPACE) },
      postedBy: null,
      postings: [
        { accountId: IDS.settlement_float, amount: fees },
        { accountId: IDS.fee_income, amount: -fromIncome },
        { accountId: IDS.suspense, amount: -onSuspense },
      ].filter(({ amount }) => amount !== 0),
    });
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    return { fees_not_posted: formatMoney(fees) };
  }
  return {
    ...(fromIncome > 0 && { fees_from_income: formatMoney(fromIncome) }),
    ...(onSuspense > 0 && { fees_on_suspense: formatMoney(onSuspense) }),
  };
}
