import "server-only";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { TIER_LIMITS } from "@/lib/contract/kyc.values";
import { dayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts, ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";

/** Kobo. `balance` is null where a tier has no highest balance. */
export type WalletLimits = {
  limits: { daily_debit: number; balance: number | null };
  left: { daily_debit: number; balance: number | null };
};

/** Returns the limits of a citizen's tier (Central Bank of Nigeria, three-tier rule), and what is left of them today in Lagos. */
export async function walletLimits(db: Queryable, user: { id: string; tier: number }): Promise<WalletLimits> {
  const { daily, balance: highest } = TIER_LIMITS[user.tier as keyof typeof TIER_LIMITS];
  const [wallet] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, user.id));
  const debited = await debitedToday(db, user.id);
  return {
    limits: { daily_debit: daily, balance: highest },
    left: {
      daily_debit: Math.max(0, daily - debited),
      balance: highest === null ? null : Math.max(0, highest - (wallet?.balance ?? 0)),
    },
  };
}

/** Returns the kobo that a citizen's own payments took out of the wallet since the Lagos day began. */
async function debitedToday(db: Queryable, userId: string): Promise<number> {
  const [sum] = await db
    .select({ debited: sql<number>`coalesce(-sum(${ledgerPostings.amount}), 0)::float8` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        eq(ledgerPostings.accountId, userId),
        gte(ledgerPostings.postedAt, startOfDay(dayOf(new Date()))),
        lt(ledgerPostings.amount, 0),
        eq(ledgerEntries.kind, "transaction"),
      ),
    );
  return sum?.debited ?? 0;
}
