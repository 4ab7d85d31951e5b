import "server-only";
import { and, desc, eq, gte, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import { changeOf, type ManualKind, postingsOf } from "@/lib/contract/system-wallet.values";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { dayOf, endOfDay, lagosDay, startOfDay } from "@/lib/server/time";

const DAY = 86_400_000;

type MovementRecord = typeof walletMovements.$inferSelect;

/** What a movement does to system accounts: code and kobo, positive a credit. A reversal's come from its entry. */
export async function effectsOf(db: Queryable, movement: MovementRecord) {
  const { kind, account, toAccount, direction, amount, reversesEntryId } = movement;
  if (account) return postingsOf({ kind: kind as ManualKind, account, to_account: toAccount, direction, amount });
  const rows = await db
    .select({ code: ledgerAccounts.code, accountId: ledgerPostings.accountId, amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerPostings.entryId, reversesEntryId ?? ""));
  return rows.map((row) => ({ ...row, amount: -row.amount }));
}

/** The system accounts; `available` leaves out what movements that wait for approval would take. */
export async function walletAccounts(db: Queryable): Promise<WalletAccount[]> {
  const rows = await db.select().from(ledgerAccounts).where(isNotNull(ledgerAccounts.code));
  const waiting = await db.select().from(walletMovements).where(eq(walletMovements.state, "awaiting_approval"));
  const held = new Map<SystemAccount, { out: number; count: number }>();
  for (const movement of waiting) {
    const changes = new Map<SystemAccount, number>();
    for (const { code, amount } of await effectsOf(db, movement))
      if (code) changes.set(code, (changes.get(code) ?? 0) + changeOf(code, amount));
    for (const [code, change] of changes) {
      const before = held.get(code) ?? { out: 0, count: 0 };
      held.set(code, { out: before.out + Math.min(change, 0), count: before.count + 1 });
    }
  }
  return SYSTEM_ACCOUNTS.map((account) => {
    const balance = rows.find(({ code }) => code === account)?.balance ?? 0;
    const { out, count } = held.get(account) ?? { out: 0, count: 0 };
    return { account, balance, available: balance + out, waiting: count };
  });
}

/** The last `days` Lagos days, newest first. Each closing balance is one look into an index. */
export async function closingBalances(db: Queryable, account: SystemAccount, days: number) {
  const accountId = SYSTEM_ACCOUNT_IDS[account];
  const today = startOfDay(dayOf(new Date()));
  const since = new Date(today.getTime() - (days - 1) * DAY);
  const ofAccount = eq(ledgerPostings.accountId, accountId);
  const day = lagosDay(ledgerPostings.postedAt);
  const change = sql`case when ${changeOf(account, 1)} > 0 then ${ledgerPostings.amount} else -${ledgerPostings.amount} end`;
  const moved = await db
    .select({
      day,
      came: sql<string>`coalesce(sum(greatest(${change}, 0)), 0)`,
      went: sql<string>`coalesce(sum(least(${change}, 0)), 0)`,
      last: sql<number>`max(${ledgerPostings.seq})`,
    })
    .from(ledgerPostings)
    .where(and(ofAccount, gte(ledgerPostings.postedAt, since)))
    .groupBy(sql`1`);
  const lasts = moved.length
    ? await db
        .select({ seq: ledgerPostings.seq, balance: ledgerPostings.balanceAfter })
        .from(ledgerPostings)
        .where(
          and(
            ofAccount,
            inArray(
              ledgerPostings.seq,
              moved.map(({ last }) => last),
            ),
          ),
        )
    : [];
  const [before] = await db
    .select({ balance: ledgerPostings.balanceAfter })
    .from(ledgerPostings)
    .where(and(ofAccount, lt(ledgerPostings.postedAt, since)))
    .orderBy(desc(ledgerPostings.postedAt), desc(ledgerPostings.seq))
    .limit(1);
  let closing = before?.balance ?? 0;
  const items = [];
  for (let index = 0; index < days; index++) {
    const on = dayOf(new Date(since.getTime() + index * DAY));
    const found = moved.find((each) => each.day === on);
    closing = lasts.find(({ seq }) => seq === found?.last)?.balance ?? closing;
    items.push({ day: on, came: Number(found?.came ?? 0), went: Number(found?.went ?? 0), closing });
  }
  return items.reverse();
}

export const within = (from: string | undefined, to: string | undefined, column: typeof ledgerPostings.postedAt) =>
  and(from ? gte(column, startOfDay(from)) : undefined, to ? lt(column, endOfDay(to)) : undefined);

export const between = (min: number | null, max: number | null, column: typeof ledgerPostings.amount) =>
  and(
    min === null ? undefined : gte(sql`abs(${column})`, min),
    max === null ? undefined : lte(sql`abs(${column})`, max),
  );
