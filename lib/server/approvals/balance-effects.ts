import "server-only";
import { inArray, isNotNull, or } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import type { ApprovalEffect } from "@/lib/contract/approvals";
import { type ApprovalKind, mayDecide } from "@/lib/contract/approvals.values";
import { formatCount, formatMoney } from "@/lib/format";
import { featureOfAccount, maySeeFigures } from "@/lib/server/api/balances-in-refusals";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { accountName, insufficientFundsMessage, type LedgerAccount } from "@/lib/server/ledger/accounts";
import type { Moves } from "./approval-preview";

export type Effects = {
  effects: ApprovalEffect[];
  warnings: string[];
  /** Names of accounts whose balance would become too low. */
  short: string[];
};

type Reader = { kind: ApprovalKind; rights: readonly FeatureAccess[] };

/**
 * Computes the effect of these moves on each account, with its balance before and after. An admin who may decide this kind of
 * request sees balances of system accounts; a wallet's balance needs the right to read users.
 */
export async function effectsOfMoves(db: Queryable, moves: Moves, { kind, rights }: Reader): Promise<Effects> {
  const accounts = await accountsFor(db, moves);
  const release = moves.released;
  for (const account of accounts.values())
    if (account.code && account.code === release?.pool) account.reserved -= release.amount;
  const owedBefore = owedToUsers(accounts);
  const floatBefore = floatOf(accounts).balance;
  const isTold = (account: LedgerAccount) =>
    (account.code !== null && mayDecide(kind, rights)) || maySeeFigures(rights, featureOfAccount(account));
  const effects: ApprovalEffect[] = [];
  for (const { accountId, amount } of moves.postings) {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    const before = account.balance;
    account.balance += account.side === "credit" ? amount : -amount;
    const told = isTold(account);
    effects.push({
      name: await accountName(db, account),
      side: amount > 0 ? "credit" : "debit",
      amount: Math.abs(amount),
      before: told ? before : null,
      after: told ? account.balance : null,
      is_hidden: !told,
      is_short: isShort(account),
    });
  }
  const { wallets } = moves;
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
  const short: string[] = [];
  for (const id of new Set(moves.postings.map(({ accountId }) => accountId))) {
    const account = accounts.get(id);
    if (!account || !isShort(account)) continue;
    const name = await accountName(db, account);
    short.push(name);
    warnings.push(isTold(account) ? shortWords(name, account) : insufficientFundsMessage(account));
  }
  const float = floatOf(accounts);
  const owed = owedBefore + walletsMoved(moves, accounts);
  // Warns only if this request lowers the float below what is owed, or lowers it further.
  if (moves.postings.length && float.balance < owed && float.balance - owed < floatBefore - owedBefore) {
    const name = await accountName(db, float);
    const words = `${name} goes below what is owed to users`;
    short.push(`${name} (owed to users)`);
    const figures = `: ${formatMoney(float.balance)} against ${formatMoney(owed)}`;
    warnings.push(isTold(float) ? `${words}${figures}.` : `${words}.`);
    const last = effects.findLast((effect) => effect.name === name);
    if (last) last.is_short = true;
  }
  return { effects, warnings, short };
}

/** Loads the affected accounts and all system accounts. */
async function accountsFor(db: Queryable, { postings }: Moves): Promise<Map<string, LedgerAccount>> {
  const ids = [...new Set(postings.map(({ accountId }) => accountId))];
  const rows = await db
    .select()
    .from(ledgerAccounts)
    .where(or(isNotNull(ledgerAccounts.code), ids.length ? inArray(ledgerAccounts.id, ids) : undefined));
  return new Map(rows.map((row) => [row.id, row]));
}

function floatOf(accounts: ReadonlyMap<string, LedgerAccount>): LedgerAccount {
  const float = [...accounts.values()].find(({ code }) => code === "settlement_float");
  if (!float) throw new Error("There is no settlement float.");
  return float;
}

/** Returns the sum of all wallets: the float's balance minus the other system accounts, as every entry sums to zero. */
function owedToUsers(accounts: ReadonlyMap<string, LedgerAccount>): number {
  const others = [...accounts.values()].filter(({ code }) => code !== null && code !== "settlement_float");
  return floatOf(accounts).balance - others.reduce((sum, { balance }) => sum + balance, 0);
}

const walletsMoved = ({ postings, wallets }: Moves, accounts: ReadonlyMap<string, LedgerAccount>) =>
  postings.reduce((sum, { accountId, amount }) => sum + (accounts.get(accountId)?.userId ? amount : 0), 0) +
  (wallets?.amount ?? 0);

const isShort = ({ balance, reserved }: LedgerAccount) => balance < 0 || balance < reserved;

const shortWords = (name: string, { balance, reserved }: LedgerAccount) =>
  balance < 0
    ? `${name} goes below zero: ${formatMoney(balance)}.`
    : `${name} goes below what is promised of it: ${formatMoney(balance)} against ${formatMoney(reserved)}.`;
