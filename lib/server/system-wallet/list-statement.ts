import "server-only";
import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { ACCOUNT_STATEMENT_LIST, type LedgerEntryKind, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { AccountStatementRow, systemWalletCalls } from "@/lib/contract/system-wallet";
import { balanceDelta } from "@/lib/contract/system-wallet.values";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { dayTotalsUntil, hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { hasReferenceOfSourceSql } from "./list-ledger-entries";
import { isWithinDaysSql } from "./read-accounts";

type ListInput = InputOf<typeof systemWalletCalls.statement>;
/** Account and filters of a statement. */
export type AccountStatementFilters = Omit<ListInput, "page" | "size" | "sort">;

/** Sorts a statement only by time, because each posting continues from the previous balance. */
const SORTS = { posted_at: [ledgerPostings.postedAt] };

/** Maximum number of matching postings that are all read and then sorted. With more, postings are read in order of time up to the page. */
const ROW_CAP = 5_000;

/** Lists the postings of one account with the balance after each, newest first by default. */
export async function listStatement(db: Queryable, input: ListInput) {
  const sort = input.sort ?? "-posted_at";
  const order = orderByClause(sort, SORTS, ledgerPostings.seq);
  const arrivalColumns = {
    table: ledgerPostings,
    at: ledgerPostings.postedAt,
    where: () => accountStatementFilter({ ...input, until: undefined }),
  };
  const dayCounts = dayTotalsUntil(dayTotalsFilterOf(input), input.until, arrivalColumns);
  const run = extraFilters(input) === 0 ? await readBySequence(db, input) : undefined;
  // Reads only the numbers of postings first, so that the rows skipped by a deep page are read from an index.
  const page = run
    ? sql`${ledgerPostings.seq} between ${run.from} and ${run.to}`
    : inArray(ledgerPostings.seq, await readPositions(db, input, dayCounts));
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries, isReversed: isLedgerEntryReversedSql() })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(isOfAccount(input), page))
    .orderBy(order);
  const items = rows.map(
    ({ posting, entry, isReversed: isReversedEntry }): AccountStatementRow => ({
      id: String(posting.seq),
      entry_id: entry.id,
      posted_at: posting.postedAt.toISOString(),
      kind: entry.kind,
      description: entry.description,
      amount: balanceDelta(input.account, posting.amount),
      balance_after: posting.balanceAfter,
      is_reversed: isReversedEntry,
    }),
  );
  const count = run
    ? toCappedTotal(run.count)
    : dayCounts
      ? toCappedTotal(await countFromDayTotals(db, dayCounts))
      : await countUpToCap(db, ledgerPostings, accountStatementFilter(input));
  const window = await readListWindow(db, ACCOUNT_STATEMENT_LIST, { ...input, sort }, items, arrivalColumns);
  return { ...toPagedList(input, items, count), ...window };
}

const extraFilters = ({ kind, direction, min, max, q }: AccountStatementFilters) =>
  [kind, direction, min || max, q?.trim()].filter(Boolean).length;
/** Returns true if the filter excludes payments. The index by time has only ledger entries of other kinds. */
const isRare = (kinds: readonly LedgerEntryKind[]) => kinds.length > 0 && !kinds.includes("transaction");

/** Converts a filter by kinds or by one direction to the daily totals (schema/totals.ts); undefined for other filters. */
function dayTotalsFilterOf(input: AccountStatementFilters): DayTotalsFilter | undefined {
  const { account, kind, direction, from, to } = input;
  if (extraFilters(input) !== 1 || !(kind || direction)) return undefined;
  const facets = kind ? splitChoiceList(kind) : [direction ?? ""];
  return { list: "wallets", facets: facets.map((facet) => `${account}:${facet}`), from, to };
}

/**
 * Returns the positions of a filtered page's postings without scanning millions of them. Finds rare kinds by the times of their
 * entries, and a rare direction by its amounts. Reads all postings with rare amounts.
 */
async function readPositions(
  db: Queryable,
  input: ListInput,
  dayCounts: DayTotalsFilter | undefined,
): Promise<number[]> {
  const { account, kind, direction } = input;
  const kinds = kind ? splitChoiceList<LedgerEntryKind>(kind) : [];
  const descending = input.sort !== "posted_at";
  const way = descending ? sql`desc` : sql`asc`;
  const offset = input.page * input.size;
  const findPositions = async (rows: SQL, where: SQL | undefined, at: PgColumn) => {
    const start = dayCounts && (await findPageStartByDay(db, dayCounts, { at, descending, offset }));
    const result = await db.execute<{ seq: number }>(sql`select seq from ${rows} where ${and(where, start?.where)}
      order by ${at} ${way}, seq ${way} limit ${input.size} offset ${start?.offset ?? offset}`);
    return result.rows.map(({ seq }) => seq);
  };
  if (isRare(kinds)) {
    const rows = sql`${ledgerEntries} join ${ledgerPostings} on ${ledgerPostings.entryId} = ${ledgerEntries.id}`;
    const where = and(isOfKinds(kinds, input), accountStatementFilter({ ...input, kind: undefined }));
    return findPositions(rows, where, ledgerEntries.postedAt);
  }
  if (input.min || input.max) {
    const result = await db.execute<{ seqs: number[] | null }>(sql`
      with fitting as materialized (select seq, posted_at from ${ledgerPostings} where ${accountStatementFilter(input)} limit ${ROW_CAP + 1})
      select case when count(*) <= ${ROW_CAP} then array(select seq from fitting order by posted_at ${way}, seq ${way}
        limit ${input.size} offset ${offset}) end as seqs from fitting`);
    const seqs = result.rows[0]?.seqs;
    if (seqs) return seqs;
  }
  const few = direction
    ? await countFromDayTotals(db, { list: "wallets", facets: [`${account}:${direction}`] })
    : ROW_CAP + 1;
  if (few > ROW_CAP)
    return findPositions(sql`${ledgerPostings}`, accountStatementFilter(input), ledgerPostings.postedAt);
  if (few === 0) return [];
  // Ordered by amount and limited to the known count, so that PostgreSQL uses the index of amounts.
  const rarePostings = sql`(select * from ${ledgerPostings} where ${accountStatementFilter({ account, direction })}
    order by ${ledgerPostings.amount} limit ${few}) ${ledgerPostings}`;
  return findPositions(
    rarePostings,
    accountStatementFilter({ ...input, direction: undefined }),
    ledgerPostings.postedAt,
  );
}

/** Computes a page of an unfiltered statement at any depth: an account's postings are numbered without gaps. */
async function readBySequence(db: Queryable, { account, from, to, until, page, size, sort }: ListInput) {
  const { postedAt } = ledgerPostings;
  const ofOwnAccount = and(
    isOfAccount({ account }),
    isWithinDaysSql(from, to, postedAt),
    hasArrivedBy(postedAt, until),
  );
  const end = (direction: "asc" | "desc") => {
    const way = sql.raw(direction);
    return sql`(select ${ledgerPostings.seq} from ${ledgerPostings} where ${ofOwnAccount}
      order by ${ledgerPostings.postedAt} ${way}, ${ledgerPostings.seq} ${way} limit 1)`;
  };
  const result = await db.execute<{ first: number | null; last: number | null }>(
    sql`select ${end("asc")} as first, ${end("desc")} as last`,
  );
  const { first, last } = result.rows[0] ?? {};
  if (!first || !last) return { from: 1, to: 0, count: 0 };
  const skippedRows = page * size;
  const count = last - first + 1;
  return sort === "posted_at"
    ? { from: first + skippedRows, to: Math.min(last, first + skippedRows + size - 1), count }
    : { from: Math.max(first, last - skippedRows - size + 1), to: last - skippedRows, count };
}

/** SQL condition: another entry reverses this ledger entry. */
export const isLedgerEntryReversedSql = () =>
  sql<boolean>`exists (select 1 from ledger_entries r where r.reversal_of = ${ledgerEntries.id})`;

const isOfAccount = ({ account }: Pick<AccountStatementFilters, "account">) =>
  eq(ledgerPostings.accountId, SYSTEM_ACCOUNT_IDS[account]);

/** Returns the SQL condition for the account and filters of a statement. */
export function accountStatementFilter(input: AccountStatementFilters): SQL | undefined {
  const kinds = input.kind ? splitChoiceList<LedgerEntryKind>(input.kind) : [];
  return and(
    isOfAccount(input),
    kinds.length ? hasLedgerEntry(isOfKinds(kinds, input)) : undefined,
    hasAmountWithin(input),
    isWithinDaysSql(input.from, input.to, ledgerPostings.postedAt),
    hasArrivedBy(ledgerPostings.postedAt, input.until),
    input.q?.trim() ? searchCondition(input.q.trim()) : undefined,
  );
}

const isOfKinds = (kinds: LedgerEntryKind[], { from, to }: AccountStatementFilters) =>
  and(
    inArray(ledgerEntries.kind, kinds),
    isRare(kinds) ? isWithinDaysSql(from, to, ledgerEntries.postedAt) : undefined,
  );

/** Filters by the signed amount, which is indexed. For both directions, the condition is one range or two with a gap. */
function hasAmountWithin({ account, direction, min, max }: AccountStatementFilters): SQL | undefined {
  const { amount } = ledgerPostings;
  const minAmount = min ? Math.max(1, parseNaira(min) ?? 0) : 1;
  const maxAmount = max ? parseNaira(max) : null;
  const isCredit = and(gte(amount, minAmount), maxAmount === null ? undefined : lte(amount, maxAmount));
  const isDebit = and(lte(amount, -minAmount), maxAmount === null ? undefined : gte(amount, -maxAmount));
  if (direction) return (direction === "in") === balanceDelta(account, 1) > 0 ? isCredit : isDebit;
  const isBetween = maxAmount === null ? undefined : and(gte(amount, -maxAmount), lte(amount, maxAmount));
  return and(isBetween, min ? or(isCredit, isDebit) : undefined);
}

const hasLedgerEntry = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;

/** Matches the entry with a pasted id, or the entries of the manual transfer or transaction with a pasted reference. */
function searchCondition(searchText: string): SQL {
  const { id } = parseSearchText(searchText);
  return id
    ? eq(ledgerPostings.entryId, id)
    : sql`${ledgerPostings.entryId} = any(array(select ${ledgerEntries.id} from ${ledgerEntries} where ${hasReferenceOfSourceSql(searchText)}))`;
}
