import "server-only";
import { and, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { accessPolicy, type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { ACCOUNT_STATEMENT_LIST, type LedgerEntryKind } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { UserStatementRow, userCalls } from "@/lib/contract/user";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { containsText } from "@/lib/server/lists/search-terms";
import { requireUser } from "./single";

type ListInput = InputOf<typeof userCalls.statement>;

const SORTS = { posted_at: [ledgerPostings.postedAt] };

/**
 * Lists the postings of a user's wallet with the balance after each, newest first by default. References are shown and
 * searchable only for admins with the right to read transactions.
 * @throws 404
 */
export async function userStatement(db: Queryable, input: ListInput, rights: readonly FeatureAccess[]) {
  await requireUser(db, input.userId);
  const mayReadTransactions = satisfiesPolicy(rights, accessPolicy("Transactions", "read"));
  const description = mayReadTransactions ? sql<string>`${ledgerEntries.description}` : DESCRIPTION_WITHOUT_REFERENCES;
  const where = statementFilter(input, description);
  const sort = input.sort ?? "-posted_at";
  const order = orderByClause(sort, SORTS, ledgerPostings.seq);
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries, description })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(where)
    .orderBy(order)
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(
    ({ posting, entry, description }): UserStatementRow => ({
      id: String(posting.seq),
      posted_at: posting.postedAt.toISOString(),
      kind: entry.kind,
      description,
      source: {
        type: entry.sourceType,
        id: entry.sourceType === "transaction" && !mayReadTransactions ? null : entry.sourceId,
      },
      amount: posting.amount,
      balance_after: posting.balanceAfter,
    }),
  );
  const count = await countUpToCap(db, ledgerPostings, where);
  const window = await readListWindow(db, ACCOUNT_STATEMENT_LIST, { ...input, sort }, items, {
    table: ledgerPostings,
    at: ledgerPostings.postedAt,
    where: () => statementFilter({ ...input, until: undefined }, description),
  });
  return { ...toPagedList(input, items, count), ...window };
}

/** Removes references: "Rent (TRX-1)" becomes "Rent", "Refund of TRX-1 (RFD-2)" becomes "Refund of a transaction". */
const DESCRIPTION_WITHOUT_REFERENCES = sql<string>`regexp_replace(
  regexp_replace(${ledgerEntries.description}, ' \\((TRX|RFD)-[\\w-]+\\)', '', 'g'),
  '(TRX|RFD)-[\\w-]+', 'a transaction', 'g')`;

/** Filters the postings of a user's wallet, whose id is the user's id. The wallet is a credit account, so a credit is an inflow. */
function statementFilter({ userId, q, kind, direction, min, max, from, to, until }: ListInput, description: SQL) {
  const size = sql`abs(${ledgerPostings.amount})`;
  return and(
    eq(ledgerPostings.accountId, userId),
    kind ? hasLedgerEntry(inArray(ledgerEntries.kind, splitChoiceList<LedgerEntryKind>(kind))) : undefined,
    direction === "in" ? gt(ledgerPostings.amount, 0) : undefined,
    direction === "out" ? lt(ledgerPostings.amount, 0) : undefined,
    min ? gte(size, parseNaira(min)) : undefined,
    max ? lte(size, parseNaira(max)) : undefined,
    hasArrivedBy(ledgerPostings.postedAt, until),
    from ? gte(ledgerPostings.postedAt, startOfDay(from)) : undefined,
    to ? lt(ledgerPostings.postedAt, endOfDay(to)) : undefined,
    q?.trim() ? hasLedgerEntry(containsText(description, q)) : undefined,
  );
}

const hasLedgerEntry = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;
