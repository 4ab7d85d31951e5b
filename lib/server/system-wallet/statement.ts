import "server-only";
import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { splitAnyOf } from "@/lib/contract/common";
import { type EntryKind, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { StatementRow, systemWallet } from "@/lib/contract/system-wallet";
import { changeOf } from "@/lib/contract/system-wallet.values";
import { countOf } from "@/lib/server/day-totals";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { capped, cappedCount, orderOf } from "@/lib/server/list";
import { TRANSACTION } from "@/lib/server/transaction/settle";
import { between, within } from "./accounts";
import { MOVEMENT } from "./movements";

type ListInput = z.output<NonNullable<(typeof systemWallet.statement)["~orpc"]["inputSchema"]>>;
export type StatementFilters = Omit<ListInput, "page" | "size" | "sort">;

/** The order of an account's postings is the order of time, and each follows from the one before. */
const SORTS = { posted_at: [ledgerPostings.postedAt] };

/** So many are read at once without harm. */
const FEW = 5_000;

/** Postings of one account with the balance after each, newest first unless told. */
export async function listStatement(db: Queryable, input: ListInput) {
  const order = orderOf(input.sort ?? "-posted_at", SORTS, ledgerPostings.seq);
  const { kind, direction, min, max, q } = input;
  const asked = [kind, direction, min || max, q?.trim()].filter(Boolean).length;
  const run = asked ? undefined : await runOf(db, input);
  // Positions first, and as plain numbers: what a deep page skips is read from an index, not from the tables.
  const page = run
    ? sql`${ledgerPostings.seq} between ${run.from} and ${run.to}`
    : inArray(ledgerPostings.seq, await positionsOf(db, input));
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries, isReversed: isReversed() })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(ofAccount(input), page))
    .orderBy(order);
  const items = rows.map(
    ({ posting, entry, isReversed }): StatementRow => ({
      id: String(posting.seq),
      entry_id: entry.id,
      posted_at: posting.postedAt.toISOString(),
      kind: entry.kind,
      description: entry.description,
      amount: changeOf(input.account, posting.amount),
      balance_after: posting.balanceAfter,
      is_reversed: isReversed,
    }),
  );
  const count = run
    ? capped(run.count)
    : asked === 1 && (kind || direction)
      ? capped(await countByDay(db, input))
      : await cappedCount(db, ledgerPostings, statementFilter(input));
  return { items, page: input.page, size: input.size, ...count };
}

/**
 * The numbers of a filtered page's postings. Kinds that are rare among payments are found by their entries, and a
 * direction that an account seldom has by its amounts: millions of others would have to be looked at.
 */
async function positionsOf(db: Queryable, input: ListInput): Promise<number[]> {
  const { account, kind, direction } = input;
  const kinds = kind ? splitAnyOf<EntryKind>(kind) : [];
  const isRare = kinds.length > 0 && !kinds.includes("transaction");
  const way = sql.raw(input.sort === "posted_at" ? "asc" : "desc");
  const pageOf = (rows: SQL, at: SQL) => sql`select seq from ${rows} order by ${at} ${way}, seq ${way}
    limit ${input.size} offset ${input.page * input.size}`;
  const find = async (query: SQL) => (await db.execute<{ seq: number }>(query)).rows.map(({ seq }) => seq);
  if (isRare) {
    const where = and(inArray(ledgerEntries.kind, kinds), statementFilter({ ...input, kind: undefined }));
    const rows = sql`${ledgerEntries} join ${ledgerPostings} on ${ledgerPostings.entryId} = ${ledgerEntries.id} where ${where}`;
    return find(pageOf(rows, sql`${ledgerEntries.postedAt}`));
  }
  const few = direction ? await countByDay(db, { account, direction }) : FEW + 1;
  if (few > FEW) return find(pageOf(sql`${ledgerPostings} where ${statementFilter(input)}`, sql`posted_at`));
  if (few === 0) return [];
  // In the order of amounts and as many as there are: so only their own index fits.
  const seldom = sql`(select * from ${ledgerPostings} where ${statementFilter({ account, direction })}
    order by ${ledgerPostings.amount} limit ${few}) ${ledgerPostings}`;
  const where = statementFilter({ ...input, direction: undefined });
  return find(pageOf(sql`${seldom} where ${where}`, sql`posted_at`));
}

/** Postings of some kinds or of one direction, as they are counted by day (schema/totals.ts). */
async function countByDay(db: Queryable, { account, kind, direction, from, to }: StatementFilters): Promise<number> {
  const facets = kind ? splitAnyOf(kind) : [direction ?? ""];
  return countOf(db, { list: "wallets", facets: facets.map((facet) => `${account}:${facet}`), from, to });
}

/**
 * An account's postings are numbered without gaps in the order of time, so a page of a whole statement, or of some of its
 * days, is reckoned, however deep.
 */
async function runOf(db: Queryable, { account, from, to, page, size, sort }: ListInput) {
  const own = and(ofAccount({ account }), within(from, to, ledgerPostings.postedAt));
  const end = (direction: "asc" | "desc") => {
    const way = sql.raw(direction);
    return sql`(select ${ledgerPostings.seq} from ${ledgerPostings} where ${own}
      order by ${ledgerPostings.postedAt} ${way}, ${ledgerPostings.seq} ${way} limit 1)`;
  };
  const found = await db.execute<{ first: number | null; last: number | null }>(
    sql`select ${end("asc")} as first, ${end("desc")} as last`,
  );
  const { first, last } = found.rows[0] ?? {};
  if (!first || !last) return { from: 1, to: 0, count: 0 };
  const skipped = page * size;
  const count = last - first + 1;
  return sort === "posted_at"
    ? { from: first + skipped, to: Math.min(last, first + skipped + size - 1), count }
    : { from: Math.max(first, last - skipped - size + 1), to: last - skipped, count };
}

export const isReversed = () =>
  sql<boolean>`exists (select 1 from ledger_entries r where r.reversal_of = ${ledgerEntries.id})`;

const ofAccount = ({ account }: Pick<StatementFilters, "account">) =>
  eq(ledgerPostings.accountId, SYSTEM_ACCOUNT_IDS[account]);

export function statementFilter(input: StatementFilters): SQL | undefined {
  const came = changeOf(input.account, 1) > 0 ? gt(ledgerPostings.amount, 0) : lt(ledgerPostings.amount, 0);
  const went = changeOf(input.account, 1) > 0 ? lt(ledgerPostings.amount, 0) : gt(ledgerPostings.amount, 0);
  return and(
    ofAccount(input),
    input.kind ? entryIs(inArray(ledgerEntries.kind, splitAnyOf<EntryKind>(input.kind))) : undefined,
    input.direction === "in" ? came : input.direction === "out" ? went : undefined,
    between(input.min ? parseNaira(input.min) : null, input.max ? parseNaira(input.max) : null, ledgerPostings.amount),
    within(input.from, input.to, ledgerPostings.postedAt),
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

const entryIs = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;

/** The entry with a pasted id, or those of the movement or transaction with a pasted reference. */
function matching(typed: string): SQL {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(typed)) return eq(ledgerPostings.entryId, typed);
  const reference = typed.toUpperCase();
  return sql`${ledgerPostings.entryId} = any(array(select ${ledgerEntries.id} from ${ledgerEntries}
    where (${ledgerEntries.sourceType}, ${ledgerEntries.sourceId}) in (
      select ${MOVEMENT}, id from ${walletMovements} where reference = ${reference}
      union all select ${TRANSACTION}, id from ${transactions} where reference = ${reference})))`;
}
