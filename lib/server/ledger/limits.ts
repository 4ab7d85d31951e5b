import "server-only";
import { sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { attachBalanceMessage } from "@/lib/server/api/balances-in-refusals";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { AccountRefusal, isWalletAccount, NO_MONEY_MOVED_NOTE } from "./accounts";

/** Limits of a tier in kobo: maximum that may leave a wallet in a Lagos day, and maximum balance (null for no limit). */
export type TierLimits = { daily_debit: number; balance: number | null };

/** Limits of a wallet in kobo, with the used and the remaining part of each limit, and the balance that is reserved for withdrawals. */
export type WalletLimits = {
  limits: TierLimits;
  used: { daily_debit: number; balance: number };
  left: TierLimits;
  reserved: number;
};

/** SQL for the rows of `tier_limits` that apply today in Lagos, one per tier. */
const CURRENT_LIMITS = sql`(select distinct on (tier) tier, starts_on, daily_debit, balance from tier_limits
  where starts_on <= (now() at time zone 'Africa/Lagos')::date order by tier, starts_on desc)`;

const START_OF_DAY_LAGOS = sql`date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'`;

/**
 * SQL for the kobo that left the wallet of user `u` in this Lagos day by the citizen's own payments. A withdrawal counts on the day of its
 * order, unless it failed. Counts only ledger entries with the key `transaction:<id>`, not later entries of the same payment. Excludes refunds,
 * reversals and transfers by admins.
 */
const DEBITED_TODAY = sql`(
  coalesce((select sum(least(e.net, 0)) * -1 from (
    select sum(p.amount) as net from ledger_postings p join ledger_entries l on l.id = p.entry_id
    where p.account_id = u.id and p.posted_at >= ${START_OF_DAY_LAGOS} and l.key = 'transaction:' || l.source_id
      and not exists (select 1 from transactions t where t.id = l.source_id and t.type = 'withdrawal')
    group by p.entry_id) e), 0)
  + coalesce((select sum(t.amount + t.fee) from transactions t where t.user_id = u.id and t.type = 'withdrawal'
    and t.created_at >= ${START_OF_DAY_LAGOS} and t.state not in ('failed', 'expired')), 0))::float8`;

/** Returns the current limits of a citizen's tier, with today's used and remaining amounts (Lagos). */
export async function readWalletLimits(db: Queryable, userId: string): Promise<WalletLimits> {
  const [found] = await readWallets(db, [userId]);
  if (!found) throw new Error(`User ${userId} has no wallet.`);
  const { limits, debited, balance, reserved } = found;
  return {
    limits,
    reserved,
    used: { daily_debit: debited, balance },
    left: {
      daily_debit: Math.max(0, limits.daily_debit - debited),
      balance: limits.balance === null ? null : Math.max(0, limits.balance - balance),
    },
  };
}

type CurrentLimits = TierLimits & { tier: number; starts_on: string };

/** Returns the limits that apply today in Lagos, lowest tier first. `starts_on` is their first Lagos day. */
export async function limitsByTier(db: Queryable): Promise<CurrentLimits[]> {
  const { rows } = await db.execute<CurrentLimits>(sql`
    select tier, starts_on::text, daily_debit::float8 as daily_debit, balance::float8 as balance
    from ${CURRENT_LIMITS} l order by tier`);
  return rows.map(({ tier, starts_on, daily_debit, balance }) => ({ tier, starts_on, daily_debit, balance }));
}

/** Returns the limits of one tier that apply today in Lagos. */
export async function limitsOfTier(db: Queryable, tier: number): Promise<TierLimits> {
  const found = (await limitsByTier(db)).find((each) => each.tier === tier);
  if (!found) throw new Error(`Tier ${tier} has no limits.`);
  return { daily_debit: found.daily_debit, balance: found.balance };
}

type Wallet = { id: string; tier: number; limits: TierLimits; debited: number; balance: number; reserved: number };

async function readWallets(db: Queryable, userIds: readonly string[]): Promise<Wallet[]> {
  type Row = Omit<Wallet, "limits"> & { daily: number; highest: number | null };
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.tier, l.daily_debit::float8 as daily, l.balance::float8 as highest,
      ${DEBITED_TODAY} as debited, a.balance::float8 as balance, a.reserved::float8 as reserved
    from users u join ledger_accounts a on a.id = u.id join ${CURRENT_LIMITS} l on l.tier = u.tier
    where u.id = any(${sql.param([...userIds])}::uuid[])`);
  return rows.map(({ daily, highest, ...wallet }) => ({ ...wallet, limits: { daily_debit: daily, balance: highest } }));
}

/** Error for a 409 `LIMIT_EXCEEDED` response: an entry exceeds a limit of the wallet's tier. Its figures may be shown to the citizen. */
export class LimitRefusal extends AccountRefusal {
  constructor(part: "give" | "take", userId: string, neutral: string) {
    super(part, userId, neutral, null, "LIMIT_EXCEEDED");
  }
}

/** Amounts in kobo that an entry posts to each account. */
type LedgerEntryPostings = { postings: readonly { accountId: string; amount: number }[] };

/**
 * Rejects entries that exceed the limits of their wallets. Call this function after locking the wallets, as a separate statement, so that
 * it sees earlier concurrent postings. Checks the net change of an entry, so a fee deducted from incoming money is not a debit.
 * @throws LimitRefusal with the limit, its remaining part, and the next tier that has a higher limit
 */
export async function refuseLedgerEntriesBeyondLimits(
  tx: Transaction,
  entries: readonly LedgerEntryPostings[],
): Promise<void> {
  const touchedIds = new Set(entries.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)));
  const userIds = [...touchedIds].filter(isWalletAccount);
  if (userIds.length === 0) return;
  for (const wallet of await readWallets(tx, userIds)) {
    let { debited, balance } = wallet;
    for (const { postings } of entries) {
      const change = postings.reduce((sum, { accountId, amount }) => sum + (accountId === wallet.id ? amount : 0), 0);
      const { daily_debit: daily, balance: highest } = wallet.limits;
      if (change < 0 && debited - change > daily)
        throw await dailyLimitRefusal(tx, wallet, { left: Math.max(0, daily - debited), wanted: -change });
      if (change > 0 && highest !== null && balance + change > highest)
        throw await balanceRefusal(tx, wallet, Math.max(0, highest - balance));
      debited -= Math.min(0, change);
      balance += change;
    }
  }
}

/** Builds the refusal of an entry beyond the daily limit. @param wanted kobo that would leave the wallet, including the fee */
async function dailyLimitRefusal(
  tx: Transaction,
  { id, tier, limits }: Wallet,
  { left, wanted }: { left: number; wanted: number },
): Promise<LimitRefusal> {
  const neutral = `This is more than tier ${tier} may spend in a day.`;
  const more = (await limitsByTier(tx)).find((each) => each.tier > tier && each.daily_debit > limits.daily_debit);
  const words =
    limits.daily_debit === 0
      ? `Tier ${tier} may spend nothing.`
      : `The daily limit of tier ${tier} is ${formatMoney(limits.daily_debit)}, and ${formatMoney(left)} of it is left today. This takes ${formatMoney(wanted)} with its fee.`;
  const advice = more
    ? `Tier ${more.tier} may spend ${formatMoney(more.daily_debit)} a day: send an identity request for it.`
    : "No tier may spend more: the rest can go tomorrow.";
  return attachBalanceMessage(new LimitRefusal("give", id, neutral), `${words} ${advice} ${NO_MONEY_MOVED_NOTE}`, null);
}

async function balanceRefusal(tx: Transaction, { id, tier, limits }: Wallet, left: number): Promise<LimitRefusal> {
  const neutral = `This is more than a wallet of tier ${tier} may hold.`;
  const highest = limits.balance ?? 0;
  const more = (await limitsByTier(tx)).find(
    (each) => each.tier > tier && (each.balance === null || each.balance > highest),
  );
  const words =
    highest === 0
      ? `A wallet of tier ${tier} may hold nothing.`
      : `The highest balance of tier ${tier} is ${formatMoney(highest)}, and the wallet can take ${formatMoney(left)} more.`;
  const allowed = more?.balance == null ? "has no highest balance" : `may hold ${formatMoney(more.balance)}`;
  const advice = more
    ? `Tier ${more.tier} ${allowed}: send an identity request for it.`
    : "No tier allows a higher balance.";
  return attachBalanceMessage(new LimitRefusal("take", id, neutral), `${words} ${advice} ${NO_MONEY_MOVED_NOTE}`, null);
}
