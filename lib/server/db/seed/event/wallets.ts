import "server-only";
import type { PastEntry } from "@/lib/server/db/seed/ledger";

/** Tracks wallet balances over time, in kobo, so that no citizen pays with money that they spend later. */
export function walletsOf(entries: readonly PastEntry[]) {
  const moves = new Map<string, { at: number; amount: number }[]>();
  const move = (accountId: string, at: Date, amount: number) => {
    const own = moves.get(accountId) ?? [];
    moves.set(accountId, own);
    own.push({ at: at.getTime(), amount });
  };
  for (const { at, postings } of entries) for (const { accountId, amount } of postings) move(accountId, at, amount);

  return {
    move,
    /** Returns the lowest balance of the wallet from that time on. */
    free(accountId: string, at: Date): number {
      const own = moves.get(accountId) ?? [];
      const until = (moment: number) => own.reduce((sum, each) => sum + (each.at <= moment ? each.amount : 0), 0);
      const later = own.filter((each) => each.at > at.getTime()).map((each) => until(each.at));
      return Math.min(until(at.getTime()), ...later);
    },
  };
}
export type Wallets = ReturnType<typeof walletsOf>;
