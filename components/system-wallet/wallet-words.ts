import { LEDGER_ENTRY_KINDS, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import {
  balanceLevelOf,
  type ManualMoveKind,
  MOVEMENT_KINDS,
  MOVEMENT_STATES,
  OUTFLOW_DAYS,
} from "@/lib/contract/system-wallet.values";
import { formatMoney, selectOptions } from "@/lib/format";

export const WALLETS_URL = "/dashboard/wallets";

/** Maps `settlement_float` to the last part of its URL, `settlement-float`; `parseSystemAccount` maps back. */
export const systemAccountUrl = (account: SystemAccount) => `${WALLETS_URL}/${account.replaceAll("_", "-")}`;
export const parseSystemAccount = (segment: string) =>
  SYSTEM_ACCOUNTS.find((account) => account.replaceAll("_", "-") === segment);

/** Storage names of the drafts that keep the input of forms when the session ends. */
export const movementDraftName = (movementId: string | undefined) => `systemWallet.movement:${movementId ?? "new"}`;
export const reversalDraftName = (entryId: string) => `systemWallet.reverseEntry:${entryId}`;
export const limitsDraftName = (tierId: string) => `systemWallet.limits:${tierId}`;
export const openingBalancesDraftName = (fileId: string) => `systemWallet.openingBalances:${fileId}`;

export const clearingDraftName = (transactionId: string, available: number) =>
  `systemWallet.${available < 0 ? "takeBack" : "clear"}:${transactionId}`;

export const SYSTEM_ACCOUNT_NOTES: Record<SystemAccount, string> = {
  settlement_float: "Money at the bank and the payment provider, which backs what is owed to users",
  fee_income: "Fees earned on transactions",
  grants_pool: "Set aside for grant programmes",
  promotions_pool: "Set aside for discounts and cashback",
  suspense: "Unallocated funds",
};

export const TRANSFER_KIND_LABELS: Record<ManualMoveKind, { label: string; note: string }> = {
  fund: { label: "Fund", note: "Money has arrived in the settlement float." },
  withdraw: { label: "Withdraw", note: "Money is paid out of the settlement float." },
  transfer: { label: "Transfer", note: "Money changes its purpose. The settlement float does not change." },
  clear: {
    label: "Clear",
    note: "Moves money that suspense holds for a transaction to its user's wallet, or takes a shortfall back from there.",
  },
  adjust: { label: "Adjust", note: "A correction, posted against suspense until it is explained." },
};

export const ACCOUNT_OPTIONS = selectOptions(SYSTEM_ACCOUNTS);
export const MOVEMENT_STATE_OPTIONS = selectOptions(MOVEMENT_STATES);
export const MOVEMENT_KIND_OPTIONS = selectOptions(MOVEMENT_KINDS);
export const ENTRY_KIND_OPTIONS = selectOptions(LEDGER_ENTRY_KINDS);

const TONE_CSS = { below_zero: "text-danger", low: "text-warning", enough: "" };

/** Returns the text colour of an account's balance: a warning while it is low, red below zero. */
export const balanceToneClass = (account: WalletAccount) => TONE_CSS[balanceLevelOf(account.account, account)];

/** Explains why a balance has a warning colour; null if it has none. */
export function lowBalanceText(account: WalletAccount): string | null {
  const level = balanceLevelOf(account.account, account);
  if (level === "enough") return null;
  if (level === "below_zero") return "Below zero";
  if (account.available < 0) return "Below zero after pending requests";
  return `Low: ${formatMoney(account.left_lately)} left it in the last ${OUTFLOW_DAYS} days`;
}
