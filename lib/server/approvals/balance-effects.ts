import "server-only";
import { inArray, isNotNull, or } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import type { ApprovalEffect } from "@/lib/contract/approvals";
import { type ApprovalKind, mayDecideApproval } from "@/lib/contract/approvals.values";
import { formatCount, formatMoney } from "@/lib/format";
import { featureOfLedgerAccount, maySeeBalances } from "@/lib/server/api/balances-in-refusals";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { accountName, insufficientFundsMessage, type LedgerAccount } from "@/lib/server/ledger/accounts";
import type { LedgerEffect } from "./approval-preview";

/** Effect of an approval on accounts as shown to the approver, with its warnings. */
export type BalanceEffects = {
  effects: ApprovalEffect[];
  warnings: string[];
  /** Names of accounts whose balance would become too low. */
  short: string[];
};

type PreviewReader = { kind: ApprovalKind; rights: readonly FeatureAccess[] };

/**
 * Computes the effect of these postings on each account, with its balance before and after. An admin who may decide
 * this kind of request sees balances of system accounts; for a wallet's balance the right to read users is required.
 */
export async function balanceEffectsOf(
  db: Queryable,
  ledgerEffect: LedgerEffect,
  { kind, rights }: PreviewReader,
): Promise<BalanceEffects> {
  const accounts = await loadAccounts(db, ledgerEffect);
  const release = ledgerEffect.released;
  for (const account of accounts.values())
    if (account.code && account.code === release?.pool) account.reserved -= release.amount;
  const owedBefore = owedToUsers(accounts);
  const floatBefore = settlementFloatOf(accounts).balance;
  const canSeeBalance = (account: LedgerAccount) =>
    (account.code !== null && mayDecideApproval(kind, rights)) ||
    maySeeBalances(rights, featureOfLedgerAccount(account));
  const effects: ApprovalEffect[] = [];
  for (const { accountId, amount } of ledgerEffect.postings) {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    const before = account.balance;
    account.balance += account.side === "credit" ? amount : -amount;
    const isVisible = canSeeBalance(account);
    effects.push({
      name: await accountName(db, account),
      side: amount > 0 ? "credit" : "debit",
      amount: Math.abs(amount),
      before: isVisible ? before : null,
      after: isVisible ? account.balance : null,
      is_hidden: !isVisible,
      is_short: isAccountShort(account),
    });
  }
  const { wallets } = ledgerEffect;
  if (wallets?.people)
    effects.push({
      name: wallets.people === 1 ? "Wallet of 1 person" : `Wallets of ${formatCount(wallets.people)} people`,
      side: wallets.amount > 0 ? "credit" : "debit",
      amount: Math.abs(wallets.amount),
      before: null,
      after: null,
      is_hidden: false,
      is_short: false,
    });
  const warnings: string[] = [];
  const shortAccounts: string[] = [];
  for (const id of new Set(ledgerEffect.postings.map(({ accountId }) => accountId))) {
    const account = accounts.get(id);
    if (!account || !isAccountShort(account)) continue;
    const name = await accountName(db, account);
    shortAccounts.push(name);
    warnings.push(canSeeBalance(account) ? shortageMessage(name, account) : insufficientFundsMessage(account));
  }
  const float = settlementFloatOf(accounts);
  const owed = owedBefore + walletDelta(ledgerEffect, accounts);
  // Warns only if this request lowers the float below the amount owed to users, or further below it.
  if (ledgerEffect.postings.length && float.balance < owed && float.balance - owed < floatBefore - owedBefore) {
    const name = await accountName(db, float);
    const message = `${name} goes below what is owed to users`;
    shortAccounts.push(`${name} (owed to users)`);
    const amounts = `: ${formatMoney(float.balance)} against ${formatMoney(owed)}`;
    warnings.push(canSeeBalance(float) ? `${message}${amounts}.` : `${message}.`);
    const lastEffect = effects.findLast((effect) => effect.name === name);
    if (lastEffect) lastEffect.is_short = true;
  }
  return { effects, warnings, short: shortAccounts };
}

/** Loads the accounts of the postings, and all system accounts. */
async function loadAccounts(db: Queryable, { postings }: LedgerEffect): Promise<Map<string, LedgerAccount>> {
  const ids = [...new Set(postings.map(({ accountId }) => accountId))];
  const rows = await db
    .select()
    .from(ledgerAccounts)
    .where(or(isNotNull(ledgerAccounts.code), ids.length ? inArray(ledgerAccounts.id, ids) : undefined));
  return new Map(rows.map((row) => [row.id, row]));
}

function settlementFloatOf(accounts: ReadonlyMap<string, LedgerAccount>): LedgerAccount {
  const float = [...accounts.values()].find(({ code }) => code === "settlement_float");
  if (!float) throw new Error("There is no settlement float.");
  return float;
}

/** Returns the sum of all wallets: the float minus the other system accounts, because the ledger sums to zero. */
function owedToUsers(accounts: ReadonlyMap<string, LedgerAccount>): number {
  const others = [...accounts.values()].filter(({ code }) => code !== null && code !== "settlement_float");
  return settlementFloatOf(accounts).balance - others.reduce((sum, { balance }) => sum + balance, 0);
}

const walletDelta = ({ postings, wallets }: LedgerEffect, accounts: ReadonlyMap<string, LedgerAccount>) =>
  postings.reduce((sum, { accountId, amount }) => sum + (accounts.get(accountId)?.userId ? amount : 0), 0) +
  (wallets?.amount ?? 0);

const isAccountShort = ({ balance, reserved }: LedgerAccount) => balance < 0 || balance < reserved;

const shortageMessage = (name: string, { balance, reserved }: LedgerAccount) =>
  balance < 0
    ? `${name} goes below zero: ${formatMoney(balance)}.`
    : `${name} goes below what is promised of it: ${formatMoney(balance)} against ${formatMoney(reserved)}.`;
