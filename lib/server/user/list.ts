import "server-only";
import { and, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { Lga } from "@/lib/contract/lgas.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { UserRow, userCalls } from "@/lib/contract/user";
import { USER_LIST, type UserStatus } from "@/lib/contract/user.values";
import { fullName } from "@/lib/server/api/context";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { walletBalances } from "@/lib/server/db/schema/totals";
import { users } from "@/lib/server/db/schema/user";
import {
  countUpToCap,
  likePatternForPrefix,
  orderByClause,
  startsWithIgnoringCase,
  toCappedTotal,
  toPagedList,
  whereClause,
} from "@/lib/server/lists/list";
import { dayTotalsUntil, hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { commonWords, readSearchResultPage } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { fullNameSql, hasSimilarName, suggestSimilarName } from "@/lib/server/lists/suggest-similar-name";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import {
  type BucketedSort,
  earliestTimeOfBucketSql,
  findPageStartByBucket,
  lowestAmountOfBucketSql,
} from "@/lib/server/totals/place-totals";
import { addRuleOfFilteredGroup, isInGroupOfFilter, type WithGroupRule } from "./group-rule";
import { currentUserStatus, hasUserStatus } from "./status";
import { ruleUsesSpending } from "./sum-spending";

type ListInput = InputOf<typeof userCalls.list>;
/** Filters of the list of users. */
export type UserFilters = WithGroupRule<Omit<ListInput, "page" | "size" | "sort">>;

const LAST_SEEN = sql`coalesce(${users.lastSeenAt}, to_timestamp(0))`;
const LAST_NAME = sql`${users.lastName} collate "C"`;
const SORTS = {
  joined_at: [users.joinedAt],
  last_seen_at: [LAST_SEEN],
  name: [LAST_NAME, sql`${users.firstName} collate "C"`],
  balance: [ledgerAccounts.balance],
};
/** Columns that the sort orders in `SORTS` need. */
const SORT_COLUMNS = sql`joined_at, last_seen_at, last_name, first_name`;
const SORT_BUCKETS: Record<string, BucketedSort | undefined> = {
  name: { sort: "users:name", by: LAST_NAME, beginning: (bucket) => sql`${bucket}` },
  last_seen_at: { sort: "users:last_seen_at", by: LAST_SEEN, beginning: earliestTimeOfBucketSql },
  balance: { sort: "users:balance", by: walletBalances.balance, beginning: lowestAmountOfBucketSql },
};

/** Lists users, newest first by default. @throws 404 for an unknown group */
export async function listUsers(db: Queryable, input: ListInput) {
  const filters = await addRuleOfFilteredGroup(db, input);
  const frequentWords = await commonWords(db, filters.q, { table: users, words: users.words });
  const where = userFilter(filters, { fewWallets: await matchesFewWallets(db, filters), common: frequentWords });
  const sort = input.sort ?? "-joined_at";
  const order = orderByClause(sort, SORTS, users.id);
  const offset = input.page * input.size;
  const arrivalColumns = {
    table: users,
    at: users.joinedAt,
    where: () => userFilter({ ...filters, until: undefined }, { common: frequentWords }),
  };
  const dayCounts = dayTotalsUntil(dayTotalsFilterOf(filters), input.until, arrivalColumns);
  const paging = { descending: sort[0] === "-", offset };
  const column = sort.replace("-", "");
  const bucketedSort = where ? undefined : SORT_BUCKETS[column];
  const start = bucketedSort
    ? await findPageStartByBucket(db, bucketedSort, paging)
    : dayCounts && column === "joined_at"
      ? await findPageStartByDay(db, dayCounts, { at: users.joinedAt, ...paging })
      : undefined;
  // Reads only ids here, so that skipped rows are read from an index instead of the tables.
  const ids =
    column === "balance"
      ? idsByBalance(filters, sort, start?.where)
      : sql`select ${users.id} from ${users} ${whereClause(and(where, start?.where))} order by ${order}`;
  const isSearch = filters.q?.trim() || ruleUsesSpending(filters.rule);
  const search =
    isSearch && column !== "balance"
      ? await readSearchResultPage(db, users, { where, order, columns: SORT_COLUMNS, ...input })
      : undefined;
  const page = search?.ids
    ? sql`select unnest(${sql.param(search.ids)}::uuid[])`
    : sql`${ids} limit ${input.size} offset ${start?.offset ?? offset}`;
  const rows = await selectUserRows(db).where(sql`${users.id} in (${page})`).orderBy(order);
  const count = search
    ? toCappedTotal(search.count)
    : dayCounts
      ? toCappedTotal(await countFromDayTotals(db, dayCounts))
      : await countRows(db, filters, where);
  const suggestion = await suggestSimilarName(db, {
    typed: filters.q,
    total: count.total,
    fits: hasSimilarName,
    rowsWith: (matches) =>
      sql`select ${fullNameSql(users)} from ${users} ${whereClause(and(userFilter({ ...filters, q: undefined }), matches))}`,
  });
  const items = rows.map(toUserRow);
  const window = await readListWindow(db, USER_LIST, { ...input, sort }, items, arrivalColumns);
  return { ...toPagedList(input, items, count, suggestion), ...window };
}

/** Counts matching users. A filter by balance alone is counted in the table of balances. */
function countRows(db: Queryable, { balance_min, balance_max, ...others }: UserFilters, where: SQL | undefined) {
  if (userFilter(others)) return countUpToCap(db, users, where);
  return countUpToCap(db, walletBalances, balanceIs({ balance_min, balance_max }));
}

/** Selects user ids sorted by balance, from the table of balances. Joins the table of users only if another filter needs it. */
function idsByBalance({ balance_min, balance_max, ...filters }: UserFilters, sort: string, from?: SQL): SQL {
  const where = userFilter(filters);
  const joinUsers = sql`inner join ${users} on ${users.id} = ${walletBalances.userId}`;
  return sql`select ${walletBalances.userId} from ${walletBalances} ${where ? joinUsers : sql``}
    ${whereClause(and(balanceIs({ balance_min, balance_max }), where, from))}
    order by ${orderByClause(sort, { balance: [walletBalances.balance] }, walletBalances.userId)}`;
}

/** Selects users with the balance of their wallet in kobo. */
export const selectUserRows = (db: Queryable) =>
  db
    .select({ user: users, balance: ledgerAccounts.balance })
    .from(users)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, users.id));

/** Row that `selectUserRows` returns. */
export type SelectedUser = Awaited<ReturnType<typeof selectUserRows>>[number];

/** Converts a row of `selectUserRows` to a list row of the API. */
export const toUserRow = ({ user: row, balance }: SelectedUser): UserRow => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  phone: row.phone,
  tier: row.tier,
  lga: row.lga,
  status: currentUserStatus(row),
  balance,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  joined_at: row.joinedAt.toISOString(),
  version: row.version,
});

/** Maximum number of matching wallets that are read first and then sorted. With more, users are read in sort order. */
const FEW_WALLETS = 3_000;

async function matchesFewWallets(db: Queryable, { balance_min, balance_max }: UserFilters): Promise<boolean> {
  if (!balance_min && !balance_max) return false;
  const { totalIsCapped } = await countUpToCap(
    db,
    walletBalances,
    balanceIs({ balance_min, balance_max }),
    FEW_WALLETS,
  );
  return !totalIsCapped;
}

/** Returns the SQL condition of the user list's filters. @param queryPlan hints: whether few wallets match, and which typed words are common */
export function userFilter(
  input: UserFilters,
  queryPlan: { fewWallets?: boolean; common?: ReadonlySet<string> } = {},
): SQL | undefined {
  const walletOwners = sql`(select ${walletBalances.userId} from ${walletBalances} where ${balanceIs(input)})`;
  return and(
    input.status ? hasUserStatus(splitChoiceList<UserStatus>(input.status)) : undefined,
    input.tier ? inArray(users.tier, splitChoiceList(input.tier).map(Number)) : undefined,
    input.lga ? inArray(users.lga, splitChoiceList<Lga>(input.lga)) : undefined,
    hasArrivedBy(users.joinedAt, input.until),
    input.joined_from ? gte(users.joinedAt, startOfDay(input.joined_from)) : undefined,
    input.joined_to ? lt(users.joinedAt, endOfDay(input.joined_to)) : undefined,
    isInGroupOfFilter(input),
    input.balance_min || input.balance_max
      ? queryPlan.fewWallets
        ? sql`${users.id} = any(array${walletOwners})`
        : sql`${users.id} in ${walletOwners}`
      : undefined,
    input.q?.trim() ? searchCondition(input.q, queryPlan.common) : undefined,
  );
}

/** Returns the condition for balances within limits in naira. */
function balanceIs({ balance_min, balance_max }: Pick<UserFilters, "balance_min" | "balance_max">): SQL | undefined {
  const [min, max] = [balance_min, balance_max].map((searchText) => (searchText ? parseNaira(searchText) : null));
  return and(
    min == null ? undefined : gte(walletBalances.balance, min),
    max == null ? undefined : lte(walletBalances.balance, max),
  );
}

/**
 * Returns the key of the daily totals (schema/totals.ts) that count this list; undefined if its filters have no totals.
 * The totals count an expired restriction as restricted until a task lifts it, so `also` adds the difference.
 */
function dayTotalsFilterOf({
  status,
  tier,
  lga,
  joined_from,
  joined_to,
  ...others
}: UserFilters): DayTotalsFilter | undefined {
  const { q, group, balance_min, balance_max } = others;
  const chosen = Object.entries({ status, tier, lga }).filter(([, values]) => values);
  if (q?.trim() || group || balance_min || balance_max || chosen.length > 1) return undefined;
  const facets = chosen.flatMap(([facet, values]) => splitChoiceList(values ?? "").map((value) => `${facet}:${value}`));
  const statusShift = Number(facets.includes("status:active")) - Number(facets.includes("status:restricted"));
  const also = statusShift
    ? sql`select lagos_day(${users.joinedAt}), ${statusShift}::int from ${users}
    where ${users.status} = 'restricted' and ${users.restrictedUntil} <= now()`
    : undefined;
  return { list: "users", facets: chosen.length ? facets : [""], from: joined_from, to: joined_to, also };
}

/** Matches a user's id, or the beginning of an email or phone number; otherwise every word must begin a name. */
function searchCondition(searchText: string, frequentWords?: ReadonlySet<string>): SQL | undefined {
  const { id, email, digits } = parseSearchText(searchText);
  if (id) return eq(users.id, id);
  if (email) return startsWithIgnoringCase(users.email, email);
  if (digits !== null) return sql`${users.phone} like ${likePatternForPrefix(`+234${digits}`)}`;
  return hasNameWords(users.words, searchText, frequentWords);
}
