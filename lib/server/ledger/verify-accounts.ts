import "server-only";
import { sql } from "drizzle-orm";
import { mayHaveNegativeBalance, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { Queryable } from "@/lib/server/db/client";
import { accountName } from "./accounts";
import { HIGHEST_UUID, type LedgerSectionResult, type PostingPosition } from "./verify-section";

/** Maximum number of accounts per statement. Limits accounts too, not only postings, because accounts without postings also take time. */
const ACCOUNTS_PER_SECTION = 5_000;

/** `last`: last checked posting, from which the next batch continues; null at the end of the ledger. */
type ChainCheck = { postings: string; bad: { account_id: string; seq: number }[]; last: PostingPosition | null };
type Owner = { code: SystemAccount | null; user_id: string | null };
type BadAccount = Owner & { balance: number; summed: number; postings: number; seq: number; may_be_negative: boolean };

const MAY_BE_NEGATIVE = sql.param(SYSTEM_ACCOUNTS.filter(mayHaveNegativeBalance));

/**
 * Checks the postings after the cursor, by account and `seq`. Each running balance must result from the previous one, and an account's
 * balance must equal the running balance of its last posting.
 */
export async function checkAccounts(
  db: Queryable,
  cursor: PostingPosition,
  size: number,
): Promise<LedgerSectionResult<PostingPosition>> {
  const { accountId, seq } = cursor;
  const sectionEnd = await db.execute<{ id: string }>(
    sql`select id from ledger_accounts where id > ${accountId} order by id limit 1 offset ${ACCOUNTS_PER_SECTION - 1}`,
  );
  const end = sectionEnd.rows[0]?.id ?? null;
  // Includes the last posting of the previous batch, because the first balance of this batch must result from it. Uses the index order
  // with a limit, because for a range PostgreSQL would scan the whole table.
  const result = await db.execute<ChainCheck>(sql`
    with part as materialized (
      select account_id, seq, amount, balance_after from ledger_postings
      where (account_id, seq) >= (${accountId}, ${seq}::int) and account_id < ${end ?? HIGHEST_UUID}
      order by account_id, seq limit ${size + 1}
    )
    select count(*) filter (where is_new) as postings, coalesce(jsonb_agg(jsonb_build_object('account_id', account_id,
        'seq', seq) order by account_id, seq) filter (where is_new and not follows), '[]') as bad,
      (select jsonb_build_object('accountId', account_id, 'seq', seq) from part order by account_id, seq offset ${size}) as last
    from (
      select p.account_id, p.seq, (p.account_id, p.seq) > (${accountId}, ${seq}::int) as is_new,
        p.seq = lag(p.seq, 1, 0) over own + 1 and p.balance_after = lag(p.balance_after, 1, 0::bigint) over own
          + case a.side when 'credit' then p.amount else -p.amount end as follows
      from part p join ledger_accounts a on a.id = p.account_id and a.id between ${accountId} and ${end ?? HIGHEST_UUID}
      window own as (partition by p.account_id order by p.seq)
    ) as chain`);
  const [row] = result.rows;
  const last = row?.last ?? null;
  const postings = Number(row?.postings);
  const faults: string[] = [];
  for (const bad of (row?.bad ?? []).slice(0, 5))
    faults.push(`Posting ${bad.seq} of ${await readName(db, bad.account_id)} does not follow from the one before.`);
  const balanceCheck = await checkBalances(db, accountId, last?.accountId ?? end ?? HIGHEST_UUID);
  return {
    counted: balanceCheck.accounts,
    postings,
    faults: [...faults, ...balanceCheck.faults],
    next: last ?? (end ? { accountId: end, seq: 0 } : null),
  };
}

/** Compares the balances of accounts with their last postings. Includes the account `from`, but not the account `to`. */
async function checkBalances(db: Queryable, from: string, to: string) {
  const result = await db.execute<{ accounts: string; wrong: BadAccount[] }>(sql`
    with each as (
      select a.id, a.code, a.user_id, a.balance, a.postings, a.may_be_negative, coalesce(l.seq, 0) as seq,
        coalesce(l.balance_after, 0) as summed
      from ledger_accounts a left join lateral (
        select p.seq, p.balance_after from ledger_postings p where p.account_id = a.id order by p.seq desc limit 1
      ) l on true where a.id >= ${from} and a.id < ${to}
    )
    select count(*) as accounts, coalesce(jsonb_agg(to_jsonb(each) order by id) filter (
      where balance <> summed or postings <> seq or (balance < 0 and not may_be_negative)
        or may_be_negative <> coalesce(code = any(${MAY_BE_NEGATIVE}::text[]), false)), '[]') as wrong from each`);
  const [row] = result.rows;
  const faults: string[] = [];
  for (const { code, user_id, balance, summed, postings, seq, may_be_negative } of (row?.wrong ?? []).slice(0, 5)) {
    const name = await accountName(db, { code, userId: user_id });
    // Omits the amounts of a wallet, because readers of the result may lack the right to read users.
    const isOfUser = user_id !== null;
    if (balance !== summed)
      faults.push(
        isOfUser
          ? `The balance of ${name} is not what its postings come to.`
          : `${name} says ${balance} kobo, while its postings come to ${summed}.`,
      );
    else if (postings !== seq) faults.push(`${name} counts ${postings} postings, while it has ${seq}.`);
    else if (may_be_negative !== (code !== null && mayHaveNegativeBalance(code)))
      faults.push(
        `${name} ${may_be_negative ? "is let below zero, and may not be." : "is kept above zero, and need not be."}`,
      );
    else
      faults.push(
        isOfUser ? `${name} is below zero.` : `${name} stands at ${balance} kobo, and may not be below zero.`,
      );
  }
  return { accounts: Number(row?.accounts), faults };
}

async function readName(db: Queryable, id: string) {
  const result = await db.execute<Owner>(sql`select code, user_id from ledger_accounts where id = ${id}`);
  const [account] = result.rows;
  return accountName(db, { code: account?.code ?? null, userId: account?.user_id ?? null });
}
