import "server-only";
import { and, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { splitAnyOf } from "@/lib/contract/common";
import { type EntryKind, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { StatementRow, systemWallet } from "@/lib/contract/system-wallet";
import { changeOf } from "@/lib/contract/system-wallet.values";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { cappedCount, orderOf } from "@/lib/server/list";
import { between, within } from "./accounts";

type ListInput = z.output<NonNullable<(typeof systemWallet.statement)["~orpc"]["inputSchema"]>>;
export type StatementFilters = Omit<ListInput, "page" | "size" | "sort">;

/** The order of an account's postings is the order of time, and each follows from the one before. */
const SORTS = { posted_at: [ledgerPostings.postedAt] };

/** Postings of one account with the balance after each, newest first unless told. */
export async function listStatement(db: Queryable, input: ListInput) {
  const where = statementFilter(input);
  const order = orderOf(input.sort ?? "-posted_at", SORTS, ledgerPostings.seq);
  // Positions first: what a deep page skips is read from an index, not from the tables.
  const page = db
    .select({ seq: ledgerPostings.seq })
    .from(ledgerPostings)
    .where(where)
    .orderBy(order)
    .limit(input.size)
    .offset(input.page * input.size);
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries, isReversed: isReversed() })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(ofAccount(input), inArray(ledgerPostings.seq, page)))
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
  const count = await cappedCount(db, ledgerPostings, where);
  return { items, page: input.page, size: input.size, ...count };
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
    input.q ? entryIs(matching(input.q.trim())) : undefined,
  );
}

const entryIs = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;

/** A pasted entry id or the reference of a movement or transaction. */
function matching(typed: string): SQL | undefined {
  if (/^[\da-f-]{36}$/i.test(typed)) return or(sql`${ledgerEntries.id}::text = ${typed.toLowerCase()}`);
  return sql`${ledgerEntries.sourceId} in (
    select id from ${walletMovements} where reference = ${typed.toUpperCase()}
    union all select id from ${transactions} where reference = ${typed.toUpperCase()})`;
}
