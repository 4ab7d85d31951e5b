import "server-only";
import { and, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP, type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { Lga } from "@/lib/contract/kyc.values";
import { parseNaira } from "@/lib/contract/money.values";
import type { UserRow, user } from "@/lib/contract/user";
import type { UserStatus } from "@/lib/contract/user.values";
import { fullName } from "@/lib/server/api/context";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { walletBalances } from "@/lib/server/db/schema/totals";
import { users } from "@/lib/server/db/schema/user";
import { answerOf, begins, capped, cappedCount, likePrefix, orderOf, whereOf } from "@/lib/server/lists/list";
import { hasNames, isUuid, nationalDigits } from "@/lib/server/lists/search-terms";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { type Placed, pageByPlace, placeOfAmount, placeOfInstant } from "@/lib/server/totals/place-totals";
import { groupIs, resolveGroup, type WithRule } from "./group-rule";
import { statusIs, statusNow } from "./status";
import { asksSpend } from "./sum-spending";

type ListInput = InputOf<typeof user.list>;
export type UserFilters = WithRule<Omit<ListInput, "page" | "size" | "sort">>;

const LAST_SEEN = sql`coalesce(${users.lastSeenAt}, to_timestamp(0))`;
const LAST_NAME = sql`${users.lastName} collate "C"`;
const SORTS = {
  joined_at: [users.joinedAt],
  last_seen_at: [LAST_SEEN],
  name: [LAST_NAME, sql`${users.firstName} collate "C"`],
  balance: [ledgerAccounts.balance],
};
const PLACED: Record<string, Placed | undefined> = {
  name: { sort: "users:name", by: LAST_NAME, beginning: (place) => sql`${place}` },
  last_seen_at: { sort: "users:last_seen_at", by: LAST_SEEN, beginning: placeOfInstant },
  balance: { sort: "users:balance", by: walletBalances.balance, beginning: placeOfAmount },
};

/** Newest first unless told. @throws 404 for a group that is not there */
export async function listUsers(db: Queryable, input: ListInput) {
  const filters = await resolveGroup(db, input);
  const where = userFilter(filters, await fitsFew(db, filters));
  const sort = input.sort ?? "-joined_at";
  const order = orderOf(sort, SORTS, users.id);
  const offset = input.page * input.size;
  const counted = countedByDay(filters);
  const paging = { descending: sort[0] === "-", offset };
  const column = sort.replace("-", "");
  const placed = where ? undefined : PLACED[column];
  const start = placed
    ? await pageByPlace(db, placed, paging)
    : counted && column === "joined_at"
      ? await pageByDay(db, counted, { at: users.joinedAt, ...paging })
      : undefined;
  // Ids first: what a deep page skips is read from an index, not from the tables.
  const ids =
    column === "balance"
      ? idsByBalance(filters, sort, start?.where)
      : sql`select ${users.id} from ${users} ${whereOf(and(where, start?.where))} order by ${order}`;
  const isSearch = filters.q?.trim() || asksSpend(filters.rule);
  const search = isSearch && column !== "balance" ? await searched(db, where, order, input) : undefined;
  const page = search?.ids
    ? sql`select unnest(${sql.param(search.ids)}::uuid[])`
    : sql`${ids} limit ${input.size} offset ${start?.offset ?? offset}`;
  const rows = await selectRows(db).where(sql`${users.id} in (${page})`).orderBy(order);
  const count = search
    ? capped(search.count)
    : counted
      ? capped(await countOf(db, counted))
      : await countRows(db, filters, where);
  return answerOf(input, rows.map(toRow), count);
}

/**
 * What is dear to find, by typed words or by sums of payments, is found once: how many there are and which of them the
 * page shows. Of too many to count one is soon met in the order of the list, which is then gone through instead.
 */
async function searched(db: Queryable, where: SQL | undefined, order: SQL, { page, size }: ListInput) {
  const found = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select * from ${users} ${whereOf(where)} limit ${COUNT_CAP + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${COUNT_CAP} then
      array(select id from fitting ${users} order by ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return found.rows[0] ?? { count: 0, ids: [] };
}

/** A balance alone is counted where balances are. */
function countRows(db: Queryable, { balance_min, balance_max, ...others }: UserFilters, where: SQL | undefined) {
  if (userFilter(others)) return cappedCount(db, users, where);
  return cappedCount(db, walletBalances, balanceIs({ balance_min, balance_max }));
}

/** From the balances, in whose order an index is; the users beside them only where something is asked of them. */
function idsByBalance({ balance_min, balance_max, ...filters }: UserFilters, sort: string, from?: SQL): SQL {
  const where = userFilter(filters);
  const ofUsers = sql`inner join ${users} on ${users.id} = ${walletBalances.userId}`;
  return sql`select ${walletBalances.userId} from ${walletBalances} ${where ? ofUsers : sql``}
    ${whereOf(and(balanceIs({ balance_min, balance_max }), where, from))}
    order by ${orderOf(sort, { balance: [walletBalances.balance] }, walletBalances.userId)}`;
}

/** Users with what is in their wallet: one row of the ledger each. */
export const selectRows = (db: Queryable) =>
  db
    .select({ user: users, balance: ledgerAccounts.balance })
    .from(users)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, users.id));

export type SelectedUser = Awaited<ReturnType<typeof selectRows>>[number];

export const toRow = ({ user: row, balance }: SelectedUser): UserRow => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  phone: row.phone,
  tier: row.tier,
  lga: row.lga,
  status: statusNow(row),
  balance,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  joined_at: row.joinedAt.toISOString(),
  version: row.version,
});

/** With so few wallets they are read first and put in order; with more, going through the users in order meets them soon. */
const FEW_WALLETS = 3_000;

async function fitsFew(db: Queryable, { balance_min, balance_max }: UserFilters): Promise<boolean> {
  if (!balance_min && !balance_max) return false;
  const { totalIsCapped } = await cappedCount(db, walletBalances, balanceIs({ balance_min, balance_max }), FEW_WALLETS);
  return !totalIsCapped;
}

/** @param fewWallets whether hardly any wallet has such a balance, which PostgreSQL misjudges */
export function userFilter(input: UserFilters, fewWallets = false): SQL | undefined {
  const wallets = sql`(select ${walletBalances.userId} from ${walletBalances} where ${balanceIs(input)})`;
  return and(
    input.status ? statusIs(splitAnyOf<UserStatus>(input.status)) : undefined,
    input.tier ? inArray(users.tier, splitAnyOf(input.tier).map(Number)) : undefined,
    input.lga ? inArray(users.lga, splitAnyOf<Lga>(input.lga)) : undefined,
    input.joined_from ? gte(users.joinedAt, startOfDay(input.joined_from)) : undefined,
    input.joined_to ? lt(users.joinedAt, endOfDay(input.joined_to)) : undefined,
    groupIs(input),
    input.balance_min || input.balance_max
      ? fewWallets
        ? sql`${users.id} = any(array${wallets})`
        : sql`${users.id} in ${wallets}`
      : undefined,
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

/** Kobo from what was typed in naira. */
function balanceIs({ balance_min, balance_max }: Pick<UserFilters, "balance_min" | "balance_max">): SQL | undefined {
  const [min, max] = [balance_min, balance_max].map((typed) => (typed ? parseNaira(typed) : null));
  return and(
    min == null ? undefined : gte(walletBalances.balance, min),
    max == null ? undefined : lte(walletBalances.balance, max),
  );
}

/**
 * What is asked for as the totals by day know it (schema/totals.ts); undefined where they do not. A restriction that has
 * run out is counted as stored there and as lifted here.
 */
function countedByDay({ status, tier, lga, joined_from, joined_to, ...others }: UserFilters): Counted | undefined {
  const { q, group, balance_min, balance_max } = others;
  const asked = Object.entries({ status, tier, lga }).filter(([, values]) => values);
  if (q?.trim() || group || balance_min || balance_max || asked.length > 1) return undefined;
  const facets = asked.flatMap(([facet, values]) => splitAnyOf(values ?? "").map((value) => `${facet}:${value}`));
  const shift = Number(facets.includes("status:active")) - Number(facets.includes("status:restricted"));
  const also = shift
    ? sql`select lagos_day(${users.joinedAt}), ${shift}::int from ${users}
    where ${users.status} = 'restricted' and ${users.restrictedUntil} <= now()`
    : undefined;
  return { list: "users", facets: asked.length ? facets : [""], from: joined_from, to: joined_to, also };
}

/** Anything pasted: an id, an email or its beginning, a phone number in any form; else every word begins a name. */
function matching(typed: string): SQL | undefined {
  if (isUuid(typed)) return eq(users.id, typed.toLowerCase());
  if (typed.includes("@")) return begins(users.email, typed);
  const digits = nationalDigits(typed);
  if (digits !== null) return sql`${users.phone} like ${likePrefix(`+234${digits}`)}`;
  return hasNames([users.firstName, users.middleName, users.lastName], typed);
}
