import "server-only";
import type { PastLedgerEntry } from "@/lib/server/db/seed/ledger";

/** Tracks wallet balances over time in kobo, so that no citizen pays for a ticket with money that a later payment needs. */
export function createWalletTracker(entries: readonly PastLedgerEntry[]) {
  const movesByWallet = new Map<string, { at: number; amount: number }[]>();
  const addMove = (accountId: string, at: Date, amount: number) => {
    const walletMoves = movesByWallet.get(accountId) ?? [];
    movesByWallet.set(accountId, walletMoves);
    walletMoves.push({ at: at.getTime(), amount });
  };
  for (const { at, postings } of entries) for (const { accountId, amount } of postings) addMove(accountId, at, amount);

  return {
    move: addMove,
    /** Returns the wallet's lowest balance from that time on. */
    free(accountId: string, at: Date): number {
      const own = movesByWallet.get(accountId) ?? [];
      const balanceAt = (moment: number) => own.reduce((sum, each) => sum + (each.at <= moment ? each.amount : 0), 0);
      const laterBalances = own.filter((each) => each.at > at.getTime()).map((each) => balanceAt(each.at));
      return Math.min(balanceAt(at.getTime()), ...laterBalances);
    },
  };
}
/** Wallet balances over time, from `createWalletTracker`. */
export type WalletTracker = ReturnType<typeof createWalletTracker>;
