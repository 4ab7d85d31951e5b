import "server-only";
import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import { type EntryKind, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { StatementRow, systemWallet } from "@/lib/contract/system-wallet";
import { changeOf } from "@/lib/contract/system-wallet.values";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { answerOf, capped, cappedCount, orderOf } from "@/lib/server/lists/list";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { TRANSACTION } from "@/lib/server/transaction/change-transaction";
import { MOVEMENT } from "./list-movements";
import { within } from "./read-accounts";

type ListInput = InputOf<typeof systemWallet.statement>;
export type StatementFilters = Omit<ListInput, "page" | "size" | "sort">;

/** The order of an account's postings is the order of time, and each follows from the one before. */
const SORTS = { posted_at: [ledgerPostings.postedAt] };

/** So many are read at once without harm. */
const FEW = 5_000;

/** Postings of one account with the balance after each, newest first unless told. */
export async function listStatement(db: Queryable, input: ListInput) {
  const order = orderOf(input.sort ?? "-posted_at", SORTS, ledgerPostings.seq);
  const counted = countedByDay(input);
  const run = askedOf(input) === 0 ? await runOf(db, input) : undefined;
  // Positions first, and as plain numbers: what a deep page skips is read from an index, not from the tables.
  const page = run
    ? sql`${ledgerPostings.seq} between ${run.from} and ${run.to}`
    : inArray(ledgerPostings.seq, await positionsOf(db, input, counted));
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
    : counted
      ? capped(await countOf(db, counted))
      : await cappedCount(db, ledgerPostings, statementFilter(input));
  return answerOf(input, items, count);
}

const askedOf = ({ kind, direction, min, max, q }: StatementFilters) =>
  [kind, direction, min || max, q?.trim()].filter(Boolean).length;
/** All but payments: an index of the entries holds these, by time. */
const isRare = (kinds: readonly EntryKind[]) => kinds.length > 0 && !kinds.includes("transaction");

/** Postings of some kinds or of one direction are counted by day (schema/totals.ts); undefined for others. */
function countedByDay(input: StatementFilters): Counted | undefined {
  const { account, kind, direction, from, to } = input;
  if (askedOf(input) !== 1 || !(kind || direction)) return undefined;
  const facets = kind ? splitAnyOf(kind) : [direction ?? ""];
  return { list: "wallets", facets: facets.map((facet) => `${account}:${facet}`), from, to };
}

/**
 * The numbers of a filtered page's postings. Kinds that are rare among payments are found by their entries, which have the
 * same time, a direction that an account seldom has by its amounts, and amounts that few have all at once: millions of
 * others would have to be looked at.
 */
async function positionsOf(db: Queryable, input: ListInput, counted: Counted | undefined): Promise<number[]> {
  const { account, kind, direction } = input;
  const kinds = kind ? splitAnyOf<EntryKind>(kind) : [];
  const descending = input.sort !== "posted_at";
  const way = descending ? sql`desc` : sql`asc`;
  const offset = input.page * input.size;
  const find = async (rows: SQL, where: SQL | undefined, at: PgColumn) => {
    const start = counted && (await pageByDay(db, counted, { at, descending, offset }));
    const found = await db.execute<{ seq: number }>(sql`select seq from ${rows} where ${and(where, start?.where)}
      order by ${at} ${way}, seq ${way} limit ${input.size} offset ${start?.offset ?? offset}`);
    return found.rows.map(({ seq }) => seq);
  };
  if (isRare(kinds)) {
    const rows = sql`${ledgerEntries} join ${ledgerPostings} on ${ledgerPostings.entryId} = ${ledgerEntries.id}`;
    const where = and(ofKinds(kinds, input), statementFilter({ ...input, kind: undefined }));
    return find(rows, where, ledgerEntries.postedAt);
  }
  if (input.min || input.max) {
    const found = await db.execute<{ seqs: number[] | null }>(sql`
      with fitting as materialized (select seq, posted_at from ${ledgerPostings} where ${statementFilter(input)} limit ${FEW + 1})
      select case when count(*) <= ${FEW} then array(select seq from fitting order by posted_at ${way}, seq ${way}
        limit ${input.size} offset ${offset}) end as seqs from fitting`);
    const seqs = found.rows[0]?.seqs;
    if (seqs) return seqs;
  }
  const few = direction ? await countOf(db, { list: "wallets", facets: [`${account}:${direction}`] }) : FEW + 1;
  if (few > FEW) return find(sql`${ledgerPostings}`, statementFilter(input), ledgerPostings.postedAt);
  if (few === 0) return [];
  // In the order of amounts and as many as there are: so only their own index fits.
  const seldom = sql`(select * from ${ledgerPostings} where ${statementFilter({ account, direction })}
    order by ${ledgerPostings.amount} limit ${few}) ${ledgerPostings}`;
  return find(seldom, statementFilter({ ...input, direction: undefined }), ledgerPostings.postedAt);
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
  const kinds = input.kind ? splitAnyOf<EntryKind>(input.kind) : [];
  return and(
    ofAccount(input),
    kinds.length ? entryIs(ofKinds(kinds, input)) : undefined,
    amountIs(input),
    within(input.from, input.to, ledgerPostings.postedAt),
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

const ofKinds = (kinds: EntryKind[], { from, to }: StatementFilters) =>
  and(inArray(ledgerEntries.kind, kinds), isRare(kinds) ? within(from, to, ledgerEntries.postedAt) : undefined);

/** Asked of the signed amount, in and out, which has an index: both ways are one range of it, or two with a hole between. */
function amountIs({ account, direction, min, max }: StatementFilters): SQL | undefined {
  const { amount } = ledgerPostings;
  const least = min ? Math.max(1, parseNaira(min) ?? 0) : 1;
  const most = max ? parseNaira(max) : null;
  const above = and(gte(amount, least), most === null ? undefined : lte(amount, most));
  const below = and(lte(amount, -least), most === null ? undefined : gte(amount, -most));
  if (direction) return (direction === "in") === changeOf(account, 1) > 0 ? above : below;
  const around = most === null ? undefined : and(gte(amount, -most), lte(amount, most));
  return and(around, min ? or(above, below) : undefined);
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
      union all select ${MOVEMENT}, id from ${walletMovements} where transaction_id =
        (select id from ${transactions} where reference = ${reference})
      union all select ${TRANSACTION}, id from ${transactions} where reference = ${reference})))`;
}
