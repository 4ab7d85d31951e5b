import "server-only";
import { and, eq, gte, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { parseNaira } from "@/lib/contract/money.values";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { TransactionRow, transactionCalls } from "@/lib/contract/transaction";
import {
  type PaymentChannel,
  TRANSACTION_LIST,
  type TransactionState,
  type TransactionType,
} from "@/lib/contract/transaction.values";
import { fullName } from "@/lib/server/api/context";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { dayTotalsUntil, hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { readSearchResultPage } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText, referenceWordsIn, toSearchWords } from "@/lib/server/lists/search-terms";
import { suggestSimilarUserName } from "@/lib/server/lists/suggest-similar-name";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { type BucketedSort, findPageStartByBucket, lowestAmountOfBucketSql } from "@/lib/server/totals/place-totals";
import { ownerMatchesCondition } from "@/lib/server/user/match-name";

type ListInput = InputOf<typeof transactionCalls.list>;
/** Filters of the list of transactions. */
export type TransactionFilters = Omit<ListInput, "page" | "size" | "sort">;

const SORTS = { created_at: [transactions.createdAt], amount: [transactions.amount] };
const BY_AMOUNT: BucketedSort = {
  sort: "transactions:amount",
  by: transactions.amount,
  beginning: lowestAmountOfBucketSql,
};

/** Lists transactions, newest first by default. */
export async function listTransactions(db: Queryable, listInput: ListInput) {
  const input = await resolveReferenceSearch(db, listInput);
  const isNameSearch = isWords(input.q);
  const where = transactionFilter(input);
  const sort = input.sort ?? "-created_at";
  const order = orderByClause(sort, SORTS, transactions.id);
  const offset = input.page * input.size;
  const arrivalColumns = {
    table: transactions,
    at: transactions.createdAt,
    where: () => transactionFilter({ ...input, until: undefined }),
  };
  const counted = dayTotalsUntil(dayTotalsFilterOf(input), input.until, arrivalColumns);
  const paging = { descending: sort[0] === "-", offset };
  const isByTime = /^-?created_at$/.test(sort);
  const start = isByTime
    ? counted && (await findPageStartByDay(db, counted, { at: transactions.createdAt, ...paging }))
    : where
      ? undefined
      : await findPageStartByBucket(db, BY_AMOUNT, paging);
  // Runs the search of names once, for both the count and the page.
  const found = isNameSearch
    ? await readSearchResultPage(db, transactions, { where, order, columns: sql`created_at, amount`, ...input })
    : undefined;
  // Selects ids first, so that the rows skipped by a deep page are read from an index instead of the table.
  const page = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(where, start?.where))
    .orderBy(order)
    .limit(input.size)
    .offset(start?.offset ?? offset);
  const rows = await selectTransactionRows(db)
    .where(inArray(transactions.id, found?.ids ?? page))
    .orderBy(order);
  const count = found
    ? toCappedTotal(found.count)
    : counted
      ? toCappedTotal(await countFromDayTotals(db, counted))
      : await countUpToCap(db, transactions, where);
  const items = rows.map(toTransactionRow);
  const others = transactionFilter({ ...input, q: undefined });
  const suggestion = isNameSearch
    ? await suggestSimilarUserName(db, { typed: input.q, ...count, owner: transactions.userId, where: others })
    : undefined;
  return {
    ...toPagedList(input, items, count, suggestion),
    ...(await readListWindow(db, TRANSACTION_LIST, { ...input, sort }, items, arrivalColumns)),
  };
}

/** Converts the filters to those of the daily totals (schema/totals.ts); undefined if the totals can't answer them. */
function dayTotalsFilterOf({ type, channel, state, from, to, ...others }: ListInput): DayTotalsFilter | undefined {
  const { page: _page, size: _size, sort: _sort, until: _until, ...filters } = others;
  const chosen = Object.entries({ type, channel, state }).filter(([, values]) => values);
  if (chosen.length > 1 || Object.values(filters).some((value) => value?.trim())) return undefined;
  const facets = chosen.flatMap(([facet, values]) => splitChoiceList(values ?? "").map((value) => `${facet}:${value}`));
  return { list: "transactions", facets: chosen.length ? facets : [""], from, to };
}

const USER_COLUMNS = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  email: users.email,
};

/** Builds the query for rows of the list: transaction and user. */
export const selectTransactionRows = (db: Queryable) =>
  db
    .select({ transaction: transactions, user: USER_COLUMNS })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .$dynamic();

/** Converts a selected transaction to a row of the API. */
export const toTransactionRow = ({
  transaction: row,
  user,
}: Awaited<ReturnType<typeof selectTransactionRows>>[number]): TransactionRow => ({
  id: row.id,
  reference: row.reference,
  user: { id: user.id, name: fullName(user) },
  type: row.type,
  channel: row.channel,
  amount: row.amount,
  fee: row.fee,
  refunded_amount: row.refundedAmount,
  state: row.state,
  provider_reference: row.providerReference,
  card_last4: row.cardLast4,
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
  version: row.version,
});

/** Returns the SQL condition for the filters of the list of transactions. */
export function transactionFilter(input: TransactionFilters): SQL | undefined {
  const kobo = (typedText: string | undefined) => (typedText ? parseNaira(typedText) : null);
  const [min, max, feeMin, feeMax] = [kobo(input.min), kobo(input.max), kobo(input.fee_min), kobo(input.fee_max)];
  return and(
    input.type ? inArray(transactions.type, splitChoiceList<TransactionType>(input.type)) : undefined,
    input.channel ? inArray(transactions.channel, splitChoiceList<PaymentChannel>(input.channel)) : undefined,
    input.state ? inArray(transactions.state, splitChoiceList<TransactionState>(input.state)) : undefined,
    input.user ? eq(transactions.userId, input.user) : undefined,
    input.method ? eq(transactions.methodId, input.method) : undefined,
    input.provider_reference?.trim() ? hasProviderReference(input.provider_reference) : undefined,
    min === null ? undefined : gte(transactions.amount, min),
    max === null ? undefined : lte(transactions.amount, max),
    feeMin === null ? undefined : gte(transactions.fee, feeMin),
    feeMax === null ? undefined : lte(transactions.fee, feeMax),
    hasArrivedBy(transactions.createdAt, input.until),
    input.from ? gte(transactions.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(transactions.createdAt, endOfDay(input.to)) : undefined,
    input.completed_from ? gte(transactions.completedAt, startOfDay(input.completed_from)) : undefined,
    input.completed_to ? isCompletedBy(endOfDay(input.completed_to)) : undefined,
    input.q?.trim() ? searchCondition(input.q.trim()) : undefined,
  );
}

/**
 * Matches transactions completed before `end`. Also limits their creation, with a day of tolerance for clocks, so that a list sorted by
 * creation skips newer rows instead of scanning them.
 */
const isCompletedBy = (end: Date) =>
  and(lt(transactions.completedAt, end), sql`${transactions.createdAt} < ${end}::timestamptz + interval '1 day'`);

/** Returns a reference as typed and in capitals: ours are in capitals, those of providers in any case. */
const caseVariants = (typedText: string) => [typedText, typedText.toUpperCase()];

const hasProviderReference = (typedText: string) =>
  inArray(transactions.providerReference, caseVariants(cleanPastedValue(typedText)));

/** Returns true for words without digits: a person's name, or rarely a provider's reference. */
function isWords(typedText = ""): boolean {
  const { references, email, value } = parseSearchText(typedText, "TRX", "RFD");
  return !references && !email && !/\d/.test(value) && toSearchWords(typedText).length > 0;
}

/**
 * Moves the search text to the filter `provider_reference` if it has no digits and is a provider's reference. Other text without digits
 * is searched as a name. A single condition for both could not use an index.
 */
export async function resolveReferenceSearch<T extends TransactionFilters>(db: Queryable, input: T): Promise<T> {
  const { q = "", provider_reference } = input;
  if (!isWords(q) || provider_reference?.trim()) return input;
  const [found] = await db.select({ id: transactions.id }).from(transactions).where(hasProviderReference(q)).limit(1);
  return found ? { ...input, q: undefined, provider_reference: q } : input;
}

/**
 * Matches pasted text: our reference, the provider's (also within a line of a bank statement), a phone number, an email, or the last four
 * digits of a card. Each kind is one index lookup. Digits alone may also be a provider's reference. Every word of other text must begin a
 * name of the user. PostgreSQL chooses the plan for frequent names: a comparison row by row was ten times slower.
 */
function searchCondition(typedText: string): SQL | undefined {
  if (isWords(typedText)) return ownerMatchesCondition(transactions.userId, hasNameWords(users.words, typedText));
  const ofUser = (where: SQL) => sql`${transactions.userId} = any(array(select id from users where ${where} limit 50))`;
  const { references, email, digits, value } = parseSearchText(typedText, "TRX", "RFD");
  if (email) return ofUser(sql`lower(email) = lower(${email})`);
  const cardDigits = /^\d{4}$/.test(value)
    ? eq(transactions.cardLast4, value)
    : digits !== null
      ? ofUser(sql`phone = ${`+234${digits}`}`)
      : undefined;
  const written = [...caseVariants(value), ...(references ?? [])];
  const ofProvider = references
    ? written
    : [...new Set([...written, ...referenceWordsIn(typedText).flatMap(caseVariants)])];
  return or(cardDigits, inArray(transactions.reference, written), inArray(transactions.providerReference, ofProvider));
}
