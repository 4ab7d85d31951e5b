import { LEDGER_ENTRY_KINDS, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import {
  AVERAGE_OUTFLOW_DAYS,
  balanceLevelOf,
  type ManualMovementKind,
  MOVEMENT_KINDS,
  MOVEMENT_STATES,
} from "@/lib/contract/system-wallet.values";
import { formatMoney, selectOptions } from "@/lib/format";

export const WALLETS_URL = "/dashboard/wallets";
export const RECONCILIATION_URL = `${WALLETS_URL}/reconciliation`;

/** Returns the URL of a system account's page. For `settlement_float`, the URL ends in `settlement-float`. */
export const systemAccountUrl = (account: SystemAccount) => `${WALLETS_URL}/${account.replaceAll("_", "-")}`;
/** Returns the system account of a URL's last part, or undefined if there is none. */
export const parseSystemAccount = (segment: string) =>
  SYSTEM_ACCOUNTS.find((account) => account.replaceAll("_", "-") === segment);

/** Returns the name of the draft that keeps a manual transfer's form when the session ends. */
export const movementDraftName = (movementId: string | undefined) => `systemWallet.movement:${movementId ?? "new"}`;
/** Returns the draft name of the form that reverses a ledger entry. */
export const reversalDraftName = (entryId: string) => `systemWallet.reverseEntry:${entryId}`;
/** Returns the draft name of the form that edits a tier's limits. */
export const tierLimitsDraftName = (tierId: string) => `systemWallet.limits:${tierId}`;
/** Returns the draft name of the form that posts opening balances. */
export const openingBalancesDraftName = (fileId: string) => `systemWallet.openingBalances:${fileId}`;

/**
 * Returns the draft name of the form that clears suspense. The name differs by direction: to the user's wallet, or back from the
 * wallet.
 */
export const clearSuspenseFormDraftName = (transactionId: string, available: number) =>
  `systemWallet.${available < 0 ? "takeBack" : "clear"}:${transactionId}`;

/** Explains the purpose of each system account. */
export const SYSTEM_ACCOUNT_NOTES: Record<SystemAccount, string> = {
  settlement_float: "Money at the bank and the payment provider, which backs what is owed to users",
  fee_income: "Fees earned on transactions",
  grants_pool: "Set aside for grant programmes",
  promotions_pool: "Set aside for discounts and cashback",
  suspense: "Unallocated funds",
};

/** Label and explanation of each kind of manual transfer. */
export const TRANSFER_KIND_LABELS: Record<ManualMovementKind, { label: string; note: string }> = {
  fund: { label: "Fund", note: "Money has arrived in the settlement float." },
  withdraw: { label: "Withdraw", note: "Money is paid out of the settlement float." },
  transfer: { label: "Transfer", note: "Money changes its purpose. The settlement float does not change." },
  clear: {
    label: "Clear",
    note: "Moves money that suspense holds for a transaction to its user's wallet, or takes a shortfall back from there.",
  },
  adjust: { label: "Adjust", note: "A correction, posted against suspense until it is explained." },
};

/** System accounts as options of a select or filter. */
export const SYSTEM_ACCOUNT_OPTIONS = selectOptions(SYSTEM_ACCOUNTS);
/** States of manual transfers as options of a filter. */
export const MOVEMENT_STATE_OPTIONS = selectOptions(MOVEMENT_STATES);
/** Kinds of manual transfer as options of a filter. */
export const MOVEMENT_KIND_OPTIONS = selectOptions(MOVEMENT_KINDS);
/** Kinds of ledger entry as options of a filter. */
export const LEDGER_ENTRY_KIND_OPTIONS = selectOptions(LEDGER_ENTRY_KINDS);

const TONE_CSS = { below_zero: "text-danger", low: "text-warning", enough: "" };

/** Returns the text colour of an account's balance: a warning while it is low, red below zero. */
export const balanceToneClass = (account: WalletAccount) => TONE_CSS[balanceLevelOf(account.account, account)];

/** Explains why a balance has a warning colour; null if it has none. */
export function lowBalanceText(account: WalletAccount): string | null {
  const level = balanceLevelOf(account.account, account);
  if (level === "enough") return null;
  if (level === "below_zero") return "Below zero";
  if (account.available < 0) return "Below zero after pending requests";
  return `Low: ${formatMoney(account.left_lately)} left it in the last ${AVERAGE_OUTFLOW_DAYS} days`;
}
