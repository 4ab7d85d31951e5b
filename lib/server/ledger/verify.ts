import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { accountName } from "./accounts";
import { totalFaults } from "./verify-totals";

/** A ledger of millions of postings takes longer than a request may. */
const TIME_LIMIT = "120s";

export type LedgerVerdict = {
  accounts: number;
  entries: number;
  postings: number;
  /** Kobo; zero when the ledger is right. */
  total: number;
  /** What is wrong, in words; empty when nothing is. */
  faults: string[];
};

type Sums = { accounts: string; entries: string; postings: string; total: string };
type Unwhole = { id: string; size: number; postings: string; total: string };
type Wrong = { code: string | null; user_id: string | null; balance: string; summed: string };
type Broken = { account_id: string; seq: number };

/**
 * Looks at every posting, in one snapshot: the total is zero, every entry is whole and sums to zero, every balance is
 * the sum of its postings, every running balance follows from the one before, and figures by day are what they count.
 */
export async function verifyLedger(db: Database, timeLimit = TIME_LIMIT): Promise<LedgerVerdict> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${timeLimit}, true)`);
      const sums = await tx.execute<Sums>(sql`select (select count(*) from ledger_accounts) as accounts,
        (select count(*) from ledger_entries) as entries, count(*) as postings, coalesce(sum(amount), 0) as total
        from ledger_postings`);
      const unwhole = await tx.execute<Unwhole>(sql`select e.id, e.size, count(p.entry_id) as postings,
          coalesce(sum(p.amount), 0) as total
        from ledger_entries e left join ledger_postings p on p.entry_id = e.id
        group by e.id having count(p.entry_id) <> e.size or coalesce(sum(p.amount), 0) <> 0 order by e.id limit 5`);
      const wrong = await tx.execute<Wrong>(sql`select a.code, a.user_id, a.balance, coalesce(s.summed, 0) as summed
        from ledger_accounts a left join (
          select account_id, count(*) as postings, sum(amount) as summed from ledger_postings group by account_id
        ) s on s.account_id = a.id
        where a.balance <> case a.side when 'credit' then coalesce(s.summed, 0) else -coalesce(s.summed, 0) end
          or a.postings <> coalesce(s.postings, 0) or (a.balance < 0 and not a.may_be_negative)
        order by a.id limit 5`);
      const broken = await tx.execute<Broken>(sql`select account_id, seq from (
          select p.account_id, p.seq, p.balance_after,
            case a.side when 'credit' then p.amount else -p.amount end as change,
            lag(p.balance_after, 1, 0::bigint) over own as before, lag(p.seq, 1, 0) over own as seq_before
          from ledger_postings p join ledger_accounts a on a.id = p.account_id
          window own as (partition by p.account_id order by p.seq)
        ) r where balance_after <> before + change or seq <> seq_before + 1
        order by account_id, seq limit 5`);

      const [sum] = sums.rows;
      const faults: string[] = [];
      if (Number(sum?.total) !== 0) faults.push(`All postings together come to ${sum?.total} kobo instead of zero.`);
      for (const { id, size, postings, total } of unwhole.rows)
        faults.push(`Entry ${id} has ${postings} of ${size} postings, which come to ${total} kobo instead of zero.`);
      for (const { code, user_id, balance, summed } of wrong.rows) {
        const name = await accountName(tx, { code: code as never, userId: user_id });
        faults.push(`${name} says ${balance} kobo, while its postings come to ${Math.abs(Number(summed))}.`);
      }
      for (const { account_id, seq } of broken.rows)
        faults.push(`Posting ${seq} of account ${account_id} does not follow from the one before.`);
      // Beside a ledger that is wrong they say nothing more.
      if (!faults.length) faults.push(...(await totalFaults(tx)));
      return {
        accounts: Number(sum?.accounts),
        entries: Number(sum?.entries),
        postings: Number(sum?.postings),
        total: Number(sum?.total),
        faults,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
