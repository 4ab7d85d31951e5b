// Slow: fills a database with 10,200 users, because counts are capped at 10,000.
import { readdirSync, readFileSync } from "node:fs";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { FAILED_TRANSACTION_STATES, SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { lagosDayOf } from "@/lib/server/base/time";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fillDatabase } from "@/lib/server/testing/bench/fill-database";
import { fundAccount } from "@/lib/server/testing/ledger";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { mergeDailyTotals } from "./day-totals";

/** A small version of the benchmark's data, which also tests its generator. */
const ROW_COUNTS = { users: 10_200, transactions: 8_000, audit: 12_500, reports: 500 };

let app: TestApp;
let token: string;
let indexes: unknown[];
/** Indexes, constraints, and triggers with their state. Excludes partitions, whose names differ after a rebuild. */
const readTableRules = async () =>
  (
    await app.db.execute(sql`with tables as (select oid from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
      select pg_get_indexdef(indexrelid) as rule from pg_index join tables on tables.oid = indrelid
      union all select conrelid::regclass || conname || pg_get_constraintdef(c.oid) from pg_constraint c join tables on tables.oid = conrelid
      union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger join tables on tables.oid = tgrelid
        where not tgisinternal order by 1`)
  ).rows;
beforeAll(async () => {
  app = await startTestApp();
  indexes = await readTableRules();
  await fillDatabase(process.env.DATABASE_URL ?? "", ROW_COUNTS);
  ({ token } = await makeAdmin(app));
}, 120_000);
afterAll(() => app.stop());

const isInMonthOf = (day: string) =>
  `list = 'users' and date_trunc('month', day) = (select date_trunc('month', (${day})::date) from day_totals where list = 'users')`;
const MONTH_CONDITIONS = ["min(day)", "max(day)", "min(day) + (max(day) - min(day)) / 2"].map(isInMonthOf);

const daysAgo = (days: number) => lagosDayOf(new Date(Date.now() - days * 86_400_000));
const fetchData = async (path: string) => (await app.call("GET", path, { token })).json.data;
const readFaults = async () => (await verifyLedger(app.db)).faults;
/** Returns the faults that the check finds after a statement, which is then rolled back. */
async function faultsAfter(statement: string): Promise<string> {
  let found: string[] = [];
  const rolledBack = app.db.transaction(async (tx) => {
    await tx.execute(sql.raw(statement));
    ({ faults: found } = await verifyLedger(tx, { after: "totals:0" }));
    tx.rollback();
  });
  await expect(rolledBack).rejects.toThrow(TransactionRollbackError);
  return found.join("\n");
}
const idsOf = async (path: string) => (await fetchData(path)).items.map(({ id }: { id: string }) => id);

describe("filled database", () => {
  it("the database filled with generated test data satisfies every constraint, and has a correct ledger", async () => {
    expect(await readTableRules()).toEqual(indexes);
    const verdict = await verifyLedger(app.db);
    expect(verdict).toMatchObject({ total: 0, faults: [], accounts: ROW_COUNTS.users + 5 });
    expect(verdict.entries).toBeGreaterThan(ROW_COUNTS.transactions * 0.85);
    await expect(fillDatabase(process.env.DATABASE_URL ?? "", ROW_COUNTS)).rejects.toThrow("holds users already");
  });
});

describe("deep page of a list", () => {
  const USERS_PATH = "/user-management/users";
  const TRAIL_PATH = "/system-logs/audit-trails";
  it.each([
    [`${USERS_PATH}?`, "users", "true", "joined_at desc, id desc"],
    [`${USERS_PATH}?sort=joined_at&`, "users", "true", "joined_at, id"],
    [`${USERS_PATH}?tier=0&`, "users", "tier = 0", "joined_at desc, id desc"],
    [`${USERS_PATH}?tier=0,1&sort=joined_at&`, "users", "tier < 2", "joined_at, id"],
    [`${USERS_PATH}?joined_from=2024-01-01&`, "users", "joined_at >= '2023-12-31T23:00Z'", "joined_at desc, id desc"],
    ["/transactions?", "transactions", "true", "created_at desc, id desc"],
    ["/transactions?type=wallet_funding&", "transactions", "type = 'wallet_funding'", "created_at desc, id desc"],
    [
      "/transactions?channel=card,ussd&sort=created_at&",
      "transactions",
      "channel in ('card', 'ussd')",
      "created_at, id",
    ],
    [`${USERS_PATH}?sort=name&`, "users", "true", 'last_name collate "C", first_name collate "C", id'],
    [`${USERS_PATH}?sort=-name&`, "users", "true", 'last_name collate "C" desc, first_name collate "C" desc, id desc'],
    [`${USERS_PATH}?sort=last_seen_at&`, "users", "true", "coalesce(last_seen_at, to_timestamp(0)), id"],
    [`${USERS_PATH}?sort=-last_seen_at&`, "users", "true", "coalesce(last_seen_at, to_timestamp(0)) desc, id desc"],
    [`${USERS_PATH}?sort=balance&`, "ledger_accounts", "user_id is not null", "balance, id"],
    [`${USERS_PATH}?sort=-balance&`, "ledger_accounts", "user_id is not null", "balance desc, id desc"],
    ["/transactions?sort=amount&", "transactions", "true", "amount, id"],
    ["/transactions?sort=-amount&", "transactions", "true", "amount desc, id desc"],
    [`${TRAIL_PATH}?outcome=done&`, "audit_trails", "outcome = 'done'", "id desc"],
    [`${TRAIL_PATH}?action=kyc.decide&sort=at&`, "audit_trails", "action = 'kyc.decide'", "id"],
  ])("a deep page of a list has the right rows: %s", async (path, table, condition, order) => {
    const expected = await app.db.execute<{ id: string }>(
      sql.raw(`select id from ${table} where ${condition} order by ${order}`),
    );
    const ids = expected.rows.map(({ id }) => String(id));
    expect(ids.length).toBeGreaterThan(2_200);
    for (const page of [20, 21, 22, 25, Math.floor(ids.length / 100), Math.floor(ids.length / 100) + 1])
      expect([page, await idsOf(`${path}size=100&page=${page}`)]).toEqual([
        page,
        ids.slice(page * 100, page * 100 + 100),
      ]);
  });

  it.each([
    [`${USERS_PATH}?`, "users", "true", "joined_at"],
    [`${USERS_PATH}?tier=0,1&`, "users", "tier < 2", "joined_at"],
    ["/transactions?", "transactions", "true", "created_at"],
    ["/transactions?type=wallet_funding&", "transactions", "type = 'wallet_funding'", "created_at"],
    [`${TRAIL_PATH}?`, "audit_trails", "true", "at"],
    [`${TRAIL_PATH}?outcome=done&`, "audit_trails", "outcome = 'done'", "at"],
  ])(
    "a list limited to rows up to an earlier time has the right rows and total: %s",
    async (path, table, condition, timeColumn) => {
      const { rows } = await app.db.execute<{ id: string; at: string }>(
        sql.raw(`select id, ${timeColumn} as at from ${table} where ${condition} order by ${timeColumn} desc, id desc`),
      );
      // Selects an arrival time with rows before and after it on the same day.
      const arrivalTimes = rows.map((row) => new Date(row.at).toISOString());
      const first = arrivalTimes.findIndex(
        (arrivalTime, n) =>
          n > 300 &&
          arrivalTime !== arrivalTimes[n - 1] &&
          lagosDayOf(new Date(arrivalTime)) === lagosDayOf(new Date(arrivalTimes[n - 1] ?? "")),
      );
      const until = arrivalTimes[first];
      const ids = rows.slice(first).map(({ id }) => String(id));
      const last = Math.floor(ids.length / 100);
      for (const page of [0, 20, 21, last, last + 1]) {
        const { items, total, newer } = await fetchData(`${path}size=100&page=${page}&until=${until}`);
        expect([page, items.map(({ id }: { id: string }) => id)]).toEqual([
          page,
          ids.slice(page * 100, page * 100 + 100),
        ]);
        expect([total, newer]).toEqual([Math.min(ids.length, 10_000), 100]);
      }
    },
  );

  it.each([
    ["lasta", "joined_at desc, id desc", ""],
    ["lasta first", 'last_name collate "C", first_name collate "C", id', "&sort=name"],
    ["lasta", "(select balance from ledger_accounts a where a.id = users.id) desc, id desc", "&sort=-balance"],
    // A search with more matches than the 10,000 up to which lists count.
    ["last", "joined_at, id", "&sort=joined_at"],
  ])("a deep page of a list has the right rows for a search for %j, ordered by %s", async (searchText, order, sort) => {
    const expected = await app.db.execute<{ id: string }>(
      sql`select id from users where lower(last_name) like ${`${searchText.split(" ")[0]}%`} order by ${sql.raw(order)}`,
    );
    const ids = expected.rows.map(({ id }) => id);
    const page = Math.floor(ids.length / 20) - 1;
    const found = await fetchData(`${USERS_PATH}?q=${searchText}${sort}&page=${page}`);
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(page * 20, page * 20 + 20));
    expect([found.total, found.totalIsCapped]).toEqual([Math.min(ids.length, 10_000), ids.length > 10_000]);
  });

  it("a deep page of active users contains users whose restriction has expired", async () => {
    await app.db.execute(sql`update users set restricted_until = now() - interval '1 day' where status = 'restricted'`);
    const expected = await app.db.execute<{ id: string }>(
      sql`select id from users where status in ('active', 'restricted') order by joined_at, id offset 4000 limit 100`,
    );
    const ids = await idsOf(`${USERS_PATH}?status=active&sort=joined_at&size=100&page=40`);
    expect(ids).toEqual(expected.rows.map(({ id }) => id));
    expect(await idsOf(`${USERS_PATH}?status=restricted`)).toEqual([]);
    await app.db.execute(sql`update users set restricted_until = null where status = 'restricted'`);
  });

  it("a deep page of an account statement has the right postings, also at the end and in reverse order", async () => {
    const path = "/wallets/accounts/settlement_float/statement";
    const [last] = (await fetchData(path)).items;
    expect(await idsOf(`${path}?page=100&size=50`)).toEqual(
      Array.from({ length: 50 }, (_, index) => String(Number(last.id) - 5_000 - index)),
    );
    expect((await idsOf(`${path}?sort=posted_at&page=70&size=100`))[0]).toBe("7001");
    expect(await idsOf(`${path}?page=100000`)).toEqual([]);
    const day = last.posted_at.slice(0, 10);
    const refundsOfDay = await fetchData(`${path}?from=2024-01-01&to=${day}&kind=transaction_refund`);
    const [expectedCount] = (
      await app.db.execute<{ count: number }>(sql`select count(*)::int as count from ledger_postings p
        join ledger_entries e on e.id = p.entry_id where e.kind = 'transaction_refund' and p.account_id = ${IDS.settlement_float}`)
    ).rows;
    expect(refundsOfDay.total).toBe(expectedCount?.count);
    expect(refundsOfDay.items.every(({ kind }: { kind: string }) => kind === "transaction_refund")).toBe(true);
  });
});

describe("filtered statement", () => {
  const KIND_SQL = "(select kind from ledger_entries e where e.id = entry_id)";
  const [first, last] = [daysAgo(400), daysAgo(200)];
  const DAYS_QUERY = `from=${first}&to=${last}`;
  const DAYS_CONDITION = `posted_at >= '${first}T00:00+01:00' and posted_at < '${last}T24:00+01:00'`;
  it.each([
    ["settlement_float", "direction=in", "amount < 0"],
    ["settlement_float", "direction=out&sort=posted_at", "amount > 0"],
    ["settlement_float", "kind=transaction", `${KIND_SQL} = 'transaction'`],
    ["settlement_float", "kind=transaction&sort=posted_at", `${KIND_SQL} = 'transaction'`],
    ["settlement_float", "kind=transaction,transaction_refund", `${KIND_SQL} in ('transaction', 'transaction_refund')`],
    [
      "settlement_float",
      `kind=transaction_refund&${DAYS_QUERY}`,
      `${KIND_SQL} = 'transaction_refund' and ${DAYS_CONDITION}`,
    ],
    [
      "settlement_float",
      `kind=transaction&direction=in&${DAYS_QUERY}`,
      `${KIND_SQL} = 'transaction' and amount < 0 and ${DAYS_CONDITION}`,
    ],
    ["settlement_float", "kind=transaction_refund&direction=out", `${KIND_SQL} = 'transaction_refund' and amount > 0`],
    ["settlement_float", "min=5000&max=20000", "abs(amount) between 500000 and 2000000"],
    ["settlement_float", "min=20000", "abs(amount) >= 2000000"],
    ["settlement_float", "max=1000&sort=posted_at", "abs(amount) <= 100000"],
    ["settlement_float", "direction=in&min=5000&max=20000", "amount between -2000000 and -500000"],
    ["settlement_float", "direction=out&max=5000", "amount between 1 and 500000"],
    ["fee_income", "direction=in&min=50", "amount >= 5000"],
    ["fee_income", "min=0&max=80", "abs(amount) <= 8000"],
  ] as const)(
    "the account statement of %s filtered by %s has the right rows and total on each page",
    async (account, query, condition) => {
      const expected = await app.db.execute<{ seq: number }>(
        sql`select seq from ledger_postings where account_id = ${IDS[account]} and ${sql.raw(condition)} order by seq`,
      );
      const expectedSeqs = expected.rows.map(({ seq }) => String(seq));
      expect(expectedSeqs.length).toBeGreaterThan(5);
      if (!query.includes("sort=")) expectedSeqs.reverse();
      const pages = Math.ceil(expectedSeqs.length / 100);
      for (const page of [0, Math.floor(pages / 2), pages - 1, pages]) {
        const found = await fetchData(`/wallets/accounts/${account}/statement?${query}&size=100&page=${page}`);
        const ids = found.items.map(({ id }: { id: string }) => id);
        expect([page, found.total, ids]).toEqual([
          page,
          expectedSeqs.length,
          expectedSeqs.slice(page * 100, page * 100 + 100),
        ]);
      }
    },
  );
});

describe("rare rows among millions", () => {
  const WALLETS_PATH = "/wallets/accounts";
  it.each([
    ["grants_pool/statement?direction=in", "amount > 0", "grants_pool"],
    [
      "grants_pool/statement?direction=in&sort=posted_at&to=2025-06-30",
      "amount > 0 and posted_at < '2025-06-30T23:00Z'",
      "grants_pool",
    ],
    ["fee_income/statement?direction=out", "amount < 0", "fee_income"],
    ["settlement_float/statement?direction=out", "amount > 0", "settlement_float"],
    [
      "settlement_float/statement?kind=fund",
      "entry_id in (select id from ledger_entries where kind = 'fund')",
      "settlement_float",
    ],
  ] as const)("rare rows among millions are found and counted: %s", async (path, condition, account) => {
    const expected = await app.db.execute<{ seq: number }>(
      sql`select seq from ledger_postings where account_id = ${IDS[account]} and ${sql.raw(condition)} order by seq`,
    );
    const expectedSeqs = expected.rows.map(({ seq }) => String(seq));
    if (!path.includes("sort=")) expectedSeqs.reverse();
    const found = await fetchData(`${WALLETS_PATH}/${path}`);
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual(expectedSeqs.slice(0, 20));
    expect([found.total, found.totalIsCapped]).toEqual([expectedSeqs.length, false]);
  });

  it.each([
    ["/transactions?type=transfer&state=failed", "transactions", "type = 'transfer' and state = 'failed'"],
    ["/transactions?state=failed,expired", "transactions", "state in ('failed', 'expired')"],
    ["/user-management/users?tier=2,3&status=active", "users", "tier >= 2 and status = 'active'"],
    [
      "/user-management/users?lga=Yala&joined_from=2025-01-01",
      "users",
      "lga = 'Yala' and joined_at >= '2024-12-31T23:00Z'",
    ],
  ])("rare rows among millions are counted: %s", async (path, table, condition) => {
    const [row] = (await app.db.execute(sql.raw(`select count(*)::int as count from ${table} where ${condition}`)))
      .rows;
    expect((await fetchData(path)).total).toBe(row?.count);
    expect(row?.count).toBeGreaterThan(0);
  });
});

describe("users by balance", () => {
  const USERS_PATH = "/user-management/users";
  it("users by balance are sorted and filtered by wallet balance, alone and with other filters", async () => {
    const lga = LGAS[0];
    const [poorUser, richUser] = [await makeUser(app, { lga, tier: 3 }), await makeUser(app, { lga, tier: 3 })];
    await fundAccount(app.db, poorUser.id, 900_000_000_000_001);
    await fundAccount(app.db, richUser.id, 900_000_000_000_002);
    expect((await idsOf(`${USERS_PATH}?sort=-balance`)).slice(0, 2)).toEqual([richUser.id, poorUser.id]);
    expect(await idsOf(`${USERS_PATH}?balance_min=9000000000000`)).toEqual([richUser.id, poorUser.id]);
    expect(await idsOf(`${USERS_PATH}?balance_min=9000000000000.02&sort=balance`)).toEqual([richUser.id]);
    expect(await idsOf(`${USERS_PATH}?balance_min=9000000000000&tier=2`)).toEqual([]);
    expect((await fetchData(`${USERS_PATH}?balance_min=9000000000000`)).total).toBe(2);
    const lowestBalances = (await fetchData(`${USERS_PATH}?balance_max=10&sort=balance&tier=3`)).items;
    expect(
      lowestBalances.every(({ balance, tier }: { balance: number; tier: number }) => balance <= 1_000 && tier === 3),
    ).toBe(true);
    expect((await app.call("GET", `${USERS_PATH}?balance_min=much`, { token })).status).toBe(400);
  });
});

describe("row counts by sort key prefix", () => {
  const readPlaceTotals = async () =>
    (await app.db.execute(sql`select sort, sum(rows)::int as rows from place_totals group by 1 order by 1`)).rows;

  it("row counts by sort key prefix are updated when names, visits or amounts change and when rows are deleted", async () => {
    await app.db.execute(sql`alter table transactions disable trigger transactions_guard`);
    await app.db.execute(sql`
      with moved as (update users set last_name = 'Zz' || last_name, last_seen_at = now() where tier = 1)
      update transactions set amount = amount * 3 where state = 'failed'`);
    expect((await readFaults()).filter((fault) => fault.startsWith("The number of"))).toEqual([]);
    const [last] = (
      await app.db.execute<{ id: string }>(sql`select id from users where tier = 1
      order by last_name collate "C" desc, first_name collate "C" desc, id desc limit 1`)
    ).rows;
    const { total } = await fetchData("/user-management");
    expect(
      (await idsOf(`/user-management/users?sort=name&size=100&page=${Math.floor((total - 1) / 100)}`)).at(-1),
    ).toBe(last?.id);
    await app.db.execute(sql`update transactions set amount = amount / 3 where state = 'failed'`);
    await app.db.execute(sql`alter table transactions enable trigger transactions_guard`);

    const before = await readPlaceTotals();
    await expect(
      app.db.transaction(async (tx) => {
        // Production never deletes sold tickets. This test deletes all rows.
        for (const table of [
          "event_orders",
          "event_order_items",
          "tickets",
          "ticket_scans",
          "cancellation_steps",
          "promotion_redemptions",
          "grant_batch_rows",
          "reconciliation_items",
          "reconciliation_matches",
        ])
          await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
        await switchTriggers(tx, "disable", "transaction_events");
        await tx.execute(sql`truncate wallet_balances, transactions cascade`);
        const remainingSorts = await tx.execute(sql`select distinct sort from place_totals order by 1`);
        expect(remainingSorts.rows).toEqual([{ sort: "users:last_seen_at" }, { sort: "users:name" }]);
        throw new Error("not to stay");
      }),
    ).rejects.toThrow("not to stay");
    expect(await readPlaceTotals()).toEqual(before);
    expect(await readFaults()).toEqual([]);
  });
});

describe("figures of a period", () => {
  it.each([
    ["", 29, 0],
    ["?days=7", 6, 0],
    [`?from=${daysAgo(400)}&to=${daysAgo(200)}`, 400, 200],
    [`?from=${daysAgo(300)}&to=${daysAgo(300)}`, 300, 300],
    [`?from=${daysAgo(365)}`, 365, 0],
    [`?to=${daysAgo(100)}&days=7`, 106, 100],
  ] as const)("the figures of a period equal the rows of %s and of the period before", async (query, first, last) => {
    const found = await fetchData(`/transactions/overview${query}`);
    const length = first - last + 1;
    const sumOf = async (from: string, to: string) =>
      (
        await app.db.execute(sql`select coalesce(sum(amount), 0)::float8 as volume, coalesce(sum(fee), 0)::float8 as fees,
            count(*)::int as succeeded from transactions
          where type <> 'refund' and state not in ('pending', 'processing', 'failed', 'expired')
            and completed_at >= ${`${from}T00:00+01:00`} and completed_at < ${`${to}T24:00+01:00`}`)
      ).rows[0];
    expect(found).toMatchObject({
      from: daysAgo(first),
      to: daysAgo(last),
      now: await sumOf(daysAgo(first), daysAgo(last)),
      before: await sumOf(daysAgo(first + length), daysAgo(last + length)),
    });
    expect(found.by_day.map(({ day }: { day: string }) => day)).toEqual(
      Array.from({ length }, (_, index) => daysAgo(first - index)),
    );
    const sum = (parts: Record<string, number>[], column: string) =>
      parts.reduce((total, part) => total + (part[column] ?? 0), 0);
    for (const parts of [found.by_day, found.by_type, found.by_channel])
      expect(sum(parts, "volume")).toBe(found.now.volume);
    expect(found.by_day_before.map(({ day }: { day: string }) => day)).toEqual(
      Array.from({ length }, (_, index) => daysAgo(first + length - index)),
    );
    expect(sum(found.by_day_before, "volume")).toBe(found.before.volume);
    for (const parts of [found.by_type, found.by_channel])
      expect([sum(parts, "volume_before"), sum(parts, "count_before")]).toEqual([
        found.before.volume,
        found.before.succeeded,
      ]);
    const countStates = (states: readonly string[]) =>
      found.by_state.filter(({ name }: { name: string }) => states.includes(name));
    expect(sum(countStates(SETTLED_TRANSACTION_STATES), "volume")).toBe(found.now.volume);
    expect(sum(countStates(SETTLED_TRANSACTION_STATES), "count")).toBe(found.now.succeeded);
    expect(sum(countStates(FAILED_TRANSACTION_STATES), "count")).toBe(found.now.failed);
    const sumByState = async (from: string, to: string) =>
      (
        await app.db.execute(sql`select state as name, count(*)::int as count, sum(amount)::float8 as volume
          from transactions where (type <> 'refund' or state in ('failed', 'expired'))
            and case when state in ('pending', 'processing') then created_at else completed_at end >= ${`${from}T00:00+01:00`}
            and case when state in ('pending', 'processing') then created_at else completed_at end < ${`${to}T24:00+01:00`}
          group by 1 order by 1`)
      ).rows;
    const statedTotals = (count: string, volume: string) =>
      found.by_state
        .map((part: Record<string, number>) => ({ name: part.name, count: part[count], volume: part[volume] }))
        .filter((part: { count: number }) => part.count > 0)
        .sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
    expect(statedTotals("count", "volume")).toEqual(await sumByState(daysAgo(first), daysAgo(last)));
    expect(statedTotals("count_before", "volume_before")).toEqual(
      await sumByState(daysAgo(first + length), daysAgo(last + length)),
    );
  });

  it.each([
    ["from=2026-02-02&to=2026-02-01", "The last day can't be before the first."],
    ["from=2999-01-01", "The last day can't be before the first."],
    ["from=2024-01-01&to=2025-01-01", "Choose at most 366 days."],
    ["from=0001-01-02&to=9999-12-31", "Choose at most 366 days."],
    ["from=1999-12-31&to=2000-02-01", "Choose days from 2000 on."],
    ["to=0001-01-02", "Choose days from 2000 on."],
    ["to=0000-01-01", "Use a date such as 2026-11-21."],
    ["from=2026-02-30", "date"],
    ["days=8", "Use 7, 30 or 90."],
  ])("the figures of a period are refused with a message for %s", async (query, words) => {
    const { status, json } = await app.call("GET", `/transactions/overview?${query}`, { token });
    expect([status, json.message]).toEqual([400, expect.stringContaining(words)]);
  });
});

describe("daily totals", () => {
  it("the daily totals equal the rows, before and after merging", async () => {
    const stats = () => fetchData("/user-management");
    const overview = () => fetchData("/transactions/overview?days=90");
    const before = [await stats(), await overview()];
    const [row] = (
      await app.db.execute(sql`select count(*)::int as total, count(*) filter (where tier = 0)::int as basic,
        count(*) filter (where status = 'closed')::int as closed from users`)
    ).rows;
    expect(before[0].total).toBe(row?.total);
    expect(before[0].tiers[0].users).toBe(row?.basic);
    expect(before[0].statuses.find(({ status }: { status: string }) => status === "closed").users).toBe(row?.closed);
    const [sums] = (
      await app.db.execute(sql`select sum(amount)::float8 as volume, sum(fee)::float8 as fees, count(*)::int as count from transactions
        where type <> 'refund' and state not in ('pending', 'processing', 'failed', 'expired') and completed_at >= ${`${before[1].from}T00:00:00+01:00`}`)
    ).rows;
    expect(before[1].now).toMatchObject({ volume: sums?.volume, fees: sums?.fees, succeeded: sums?.count });
    expect(await mergeDailyTotals(app.db)).toBeGreaterThan(0);
    expect([await stats(), await overview()]).toEqual(before);
    expect(await mergeDailyTotals(app.db)).toBe(0);
    expect(await readFaults()).toEqual([]);
  });

  it("the daily totals are merged while other transactions write, without losing or repeating a row", async () => {
    const parallelPayments = Array.from({ length: 12 }, () =>
      makeUser(app).then(({ id }) => fundAccount(app.db, id, 5)),
    );
    await Promise.all([...parallelPayments, ...Array.from({ length: 6 }, () => mergeDailyTotals(app.db))]);
    expect(await readFaults()).toEqual([]);
  });

  it.each<[string, RegExp]>([
    [
      "update day_totals set amount = amount + 1 where ctid = (select min(ctid) from day_totals where list = 'completed')",
      /figures of/,
    ],
    ["delete from day_totals where ctid = (select min(ctid) from day_totals where list = 'users')", /for users/],
    // Deletes each month in turn: the check must cover the first, the last and all other months.
    ...MONTH_CONDITIONS.map((monthCondition): [string, RegExp] => [
      `delete from day_totals where ${monthCondition}`,
      /for users/,
    ]),
    [
      "insert into day_totals select list, facet, max(day) + 400, 1, 0, 0 from day_totals group by 1, 2 limit 1",
      /figures of/,
    ],
    [
      "insert into day_totals select list, facet, min(day) - 400, 1, 0, 0 from day_totals group by 1, 2 limit 1",
      /figures of/,
    ],
    [
      "update wallet_balances set balance = balance + 1 where user_id = (select min(user_id::text)::uuid from wallet_balances)",
      /sorted by/,
    ],
    ["delete from day_totals where ctid = (select min(ctid) from day_totals where list = 'trail')", /for trail/],
    ...["users:name", "users:last_seen_at", "users:balance", "transactions:amount"].map((sort): [string, RegExp] => [
      `update place_totals set rows = rows + 1 where ctid = (select min(ctid) from place_totals where sort = '${sort}')`,
      new RegExp(`number of ${sort} at`),
    ]),
  ])("the ledger check reports totals that an SQL statement changed directly: %s", async (statement, expectedFault) => {
    expect(await faultsAfter(statement)).toMatch(expectedFault);
  });

  it("wrong or missing daily totals are correct after a rebuild", async () => {
    await app.db.execute(sql`delete from day_totals where list = 'users'`);
    await app.db.execute(sql`update place_totals set rows = rows + 1`);
    await app.db.execute(sql`update wallet_balances set balance = balance + 1`);
    expect(await readFaults()).not.toEqual([]);
    await app.db.execute(sql`select rebuild_totals()`);
    expect(await readFaults()).toEqual([]);
  });

  it("the migration adds daily totals by state for payments that were completed before these totals existed", async () => {
    const folder = "lib/server/db/migrations";
    const file = readdirSync(folder).find((name) => name.endsWith("_completed_states.sql"));
    const count = readFileSync(`${folder}/${file}`, "utf8").split("statement-breakpoint").at(-1);
    const deleteSql = "delete from day_totals where list = 'completed' and facet like 'state:%'";
    expect(await faultsAfter(deleteSql)).toContain("for completed (state:");
    expect(await faultsAfter(`${deleteSql}; ${count}`)).toBe("");
  });

  it("the ledger check reports daily totals that differ from the ledger by one kobo", async () => {
    await app.db.execute(sql`alter table transactions disable trigger transactions_guard`);
    const change = (delta: number) =>
      app.db.execute(sql`update transactions set amount = amount + ${delta}::int
      where id = (select id from transactions where state = 'succeeded' and type = 'withdrawal' order by id limit 1)`);
    await change(1);
    expect((await readFaults()).join("\n")).toMatch(/transactions come to \d+ kobo, while the ledger moved \d+/);
    await change(-1);
    await app.db.execute(sql`alter table transactions enable trigger transactions_guard`);
    expect(await readFaults()).toEqual([]);
  });
});
