import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { Database } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { postLedgerEntry } from "@/lib/server/ledger/post";

/** Returns an account's balance in kobo, from its row. */
export async function balanceOf(db: Database, accountId: string): Promise<number> {
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, accountId));
  if (!account) throw new Error("no account");
  return account.balance;
}

/** Credits kobo to an account from outside the system. */
export const fundAccount = (db: Database, accountId: string, amount: number) =>
  moveMoney(db, SYSTEM_ACCOUNT_IDS.settlement_float, accountId, amount);

/** Posts a ledger entry that moves kobo from one ledger account to another. */
export const moveMoney = (db: Database, from: string, to: string, amount: number) =>
  db.transaction((tx) =>
    postLedgerEntry(tx, {
      key: `test:${uuid()}`,
      kind: "fund",
      description: "Money for a test",
      source: { type: "test", id: uuid() },
      postedBy: null,
      postings: [
        { accountId: from, amount: -amount },
        { accountId: to, amount },
      ],
    }),
  );
