import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";

/** Marks opening balances as reversed with their ledger entry, so that another file may contain the same citizens. */
export async function markBalancesReversed(tx: Transaction, entryId: string): Promise<void> {
  const [entry] = await tx.select().from(ledgerEntries).where(eq(ledgerEntries.id, entryId));
  if (entry?.kind !== "opening_balance") return;
  const lines = await tx
    .update(openingBalances)
    .set({ state: "reversed" })
    .where(and(eq(openingBalances.fileId, entry.sourceId), eq(openingBalances.entryId, entryId)))
    .returning({ amount: openingBalances.amount });
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  await tx
    .update(openingBalanceFiles)
    .set({
      reversedLines: sql`${openingBalanceFiles.reversedLines} + ${lines.length}`,
      reversedAmount: sql`${openingBalanceFiles.reversedAmount} + ${amount}`,
    })
    .where(eq(openingBalanceFiles.id, entry.sourceId));
}
