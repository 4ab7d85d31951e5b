import "server-only";
import { and, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { splitAnyOf } from "@/lib/contract/common";
import type { EntryKind } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { UserStatementRow, user } from "@/lib/contract/user";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { cappedCount, likePrefix, orderOf } from "@/lib/server/list";
import { endOfDay, startOfDay } from "@/lib/server/time";
import { refuseUnknownUser } from "./single";

type ListInput = z.output<NonNullable<(typeof user.statement)["~orpc"]["inputSchema"]>>;

const SORTS = { posted_at: [ledgerPostings.postedAt] };

/** Postings of a user's wallet with the balance after each, newest first unless told. @throws 404 */
export async function userStatement(db: Queryable, input: ListInput) {
  await refuseUnknownUser(db, input.userId);
  const where = statementFilter(input);
  const order = orderOf(input.sort ?? "-posted_at", SORTS, ledgerPostings.seq);
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(where)
    .orderBy(order)
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(
    ({ posting, entry }): UserStatementRow => ({
      id: String(posting.seq),
      posted_at: posting.postedAt.toISOString(),
      kind: entry.kind,
      description: entry.description,
      source: { type: entry.sourceType, id: entry.sourceId },
      amount: posting.amount,
      balance_after: posting.balanceAfter,
    }),
  );
  const count = await cappedCount(db, ledgerPostings, where);
  return { items, page: input.page, size: input.size, ...count };
}

/** A wallet's id is its user's, and it is on the credit side: a credit is money in. */
function statementFilter({ userId, q, kind, direction, min, max, from, to }: ListInput): SQL | undefined {
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
    q?.trim()
      ? entryIs(sql`lower(${ledgerEntries.description}) like ${`%${likePrefix(q.trim().toLowerCase())}`}`)
      : undefined,
  );
}

const entryIs = (where: SQL | undefined) =>
  sql`exists (select 1 from ${ledgerEntries} where ${ledgerEntries.id} = ${ledgerPostings.entryId} and ${where})`;
