import "server-only";
import { and, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { allows, type FeatureAccess, needs } from "@/lib/contract/access";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { EntryKind } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { UserStatementRow, user } from "@/lib/contract/user";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { answerOf, cappedCount, likePrefix, orderOf } from "@/lib/server/lists/list";
import { refuseUnknownUser } from "./single";

type ListInput = InputOf<typeof user.statement>;

const SORTS = { posted_at: [ledgerPostings.postedAt] };

/**
 * Postings of a user's wallet with the balance after each, newest first unless told. Which transaction one is of, only
 * those see, and find, who may read transactions.
 * @throws 404
 */
export async function userStatement(db: Queryable, input: ListInput, rights: readonly FeatureAccess[]) {
  await refuseUnknownUser(db, input.userId);
  const mayTransactions = allows(rights, needs("Transactions", "read"));
  const description = mayTransactions ? sql<string>`${ledgerEntries.description}` : WITHOUT_REFERENCES;
  const where = statementFilter(input, description);
  const order = orderOf(input.sort ?? "-posted_at", SORTS, ledgerPostings.seq);
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
        id: entry.sourceType === "transaction" && !mayTransactions ? null : entry.sourceId,
      },
      amount: posting.amount,
      balance_after: posting.balanceAfter,
    }),
  );
  const count = await cappedCount(db, ledgerPostings, where);
  return answerOf(input, items, count);
}

/** "Rent (TRX-1)" as "Rent", "Refund of TRX-1 (RFD-2)" as "Refund of a transaction". */
const WITHOUT_REFERENCES = sql<string>`regexp_replace(
  regexp_replace(${ledgerEntries.description}, ' \\((TRX|RFD)-[\\w-]+\\)', '', 'g'),
  '(TRX|RFD)-[\\w-]+', 'a transaction', 'g')`;

/** A wallet's id is its user's, and it is on the credit side: a credit is money in. */
function statementFilter({ userId, q, kind, direction, min, max, from, to }: ListInput, description: SQL) {
  const size = sql`abs(${ledgerPostings.amount})`;
  return and(
    eq(ledgerPostings.accountId, userId),
    kind ? entryIs(inArray(ledgerEntries.kind, splitAnyOf<EntryKind>(kind))) : undefined,
    direction === "in" ? gt(ledgerPostings.amount, 0) : undefined,
    direction === "out" ? lt(ledgerPostings.amount, 0) : undefined,
    min ? gte(size, parseNaira(min)) : undefined,
    max ? lte(size, parseNaira(max)) : undefined,
    from ? gte(ledgerPostings.postedAt, startOfDay(from)) : undefined,
    to ? lt(ledgerPostings.postedAt, endOfDay(to)) : undefined,
    q?.trim() ? entryIs(sql`lower(${description}) like ${`%${likePrefix(q.trim().toLowerCase())}`}`) : undefined,
  );
}

const entryIs = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;
