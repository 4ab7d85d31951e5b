import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LGAS } from "@/lib/contract/kyc.values";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { foldDayTotals } from "./day-totals";
import { verifyLedger } from "./ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "./testing/app";
import { fill } from "./testing/bench/fill";
import { putMoney } from "./testing/ledger";

/** What the benchmark fills a database with, small: so the filling itself is tested as well. */
const SIZE = { users: 4_500, transactions: 8_000, audit: 200 };

let app: TestApp;
let token: string;
let indexes: unknown[];
/** Everything that keeps a table right: indexes, constraints, triggers and whether they are on. */
const rules = async () =>
  (
    await app.db.execute(sql`select pg_get_indexdef(indexrelid) as rule from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
  ).rows;
beforeAll(async () => {
  app = await startTestApp();
  indexes = await rules();
  await fill(process.env.DATABASE_URL ?? "", SIZE);
  ({ token } = await makeAdmin(app));
}, 120_000);
afterAll(() => app.stop());

const monthOf = (day: string) =>
  `list = 'users' and date_trunc('month', day) = (select date_trunc('month', (${day})::date) from day_totals where list = 'users')`;
const WHOLE_MONTHS = ["min(day)", "max(day)", "min(day) + (max(day) - min(day)) / 2"].map(monthOf);

const get = async (path: string) => (await app.call("GET", path, { token })).json.data;
const faults = async () => (await verifyLedger(app.db)).faults;
const idsOf = async (path: string) => (await get(path)).items.map(({ id }: { id: string }) => id);

describe("the filled database", () => {
  it("has every rule that it had before, and a ledger that is right", async () => {
    expect(await rules()).toEqual(indexes);
    const verdict = await verifyLedger(app.db);
    expect(verdict).toMatchObject({ total: 0, faults: [], accounts: SIZE.users + 5 });
    expect(verdict.entries).toBeGreaterThan(SIZE.transactions * 0.85);
    await expect(fill(process.env.DATABASE_URL ?? "", SIZE)).rejects.toThrow("holds users already");
  });
});

describe("a page deep in a list", () => {
  const USERS = "/user-management/users";
  it.each([
    [`${USERS}?`, "users", "true", "joined_at desc, id desc"],
    [`${USERS}?sort=joined_at&`, "users", "true", "joined_at, id"],
    [`${USERS}?tier=0&`, "users", "tier = 0", "joined_at desc, id desc"],
    [`${USERS}?tier=0,1&sort=joined_at&`, "users", "tier < 2", "joined_at, id"],
    [`${USERS}?joined_from=2024-01-01&`, "users", "joined_at >= '2023-12-31T23:00Z'", "joined_at desc, id desc"],
    ["/transactions?", "transactions", "true", "created_at desc, id desc"],
    ["/transactions?type=wallet_funding&", "transactions", "type = 'wallet_funding'", "created_at desc, id desc"],
    [
      "/transactions?channel=card,ussd&sort=created_at&",
      "transactions",
      "channel in ('card', 'ussd')",
      "created_at, id",
    ],
  ])("%s has the rows of its place", async (path, table, where, order) => {
    const expected = await app.db.execute<{ id: string }>(
      sql.raw(`select id from ${table} where ${where} order by ${order}`),
    );
    const ids = expected.rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2_200);
    for (const page of [20, 21, 22, 25, Math.floor(ids.length / 100), Math.floor(ids.length / 100) + 1])
      expect([page, await idsOf(`${path}size=100&page=${page}`)]).toEqual([
        page,
        ids.slice(page * 100, page * 100 + 100),
      ]);
  });

  it("counts a restriction that has run out as lifted, as the list does", async () => {
    await app.db.execute(sql`update users set restricted_until = now() - interval '1 day' where status = 'restricted'`);
    const expected = await app.db.execute<{ id: string }>(
      sql`select id from users where status in ('active', 'restricted') order by joined_at, id offset 4000 limit 100`,
    );
    const ids = await idsOf(`${USERS}?status=active&sort=joined_at&size=100&page=40`);
    expect(ids).toEqual(expected.rows.map(({ id }) => id));
    expect(await idsOf(`${USERS}?status=restricted`)).toEqual([]);
    await app.db.execute(sql`update users set restricted_until = null where status = 'restricted'`);
  });

  it("of a statement is reckoned by the numbers of its postings", async () => {
    const path = "/wallets/accounts/settlement_float/statement";
    const [last] = (await get(path)).items;
    expect(await idsOf(`${path}?page=100&size=50`)).toEqual(
      Array.from({ length: 50 }, (_, index) => String(Number(last.id) - 5_000 - index)),
    );
    expect((await idsOf(`${path}?sort=posted_at&page=70&size=100`))[0]).toBe("7001");
    expect(await idsOf(`${path}?page=100000`)).toEqual([]);
    const day = last.posted_at.slice(0, 10);
    const ofDay = await get(`${path}?from=2024-01-01&to=${day}&kind=transaction_refund`);
    const [counted] = (
      await app.db.execute<{ count: number }>(sql`select count(*)::int as count from ledger_postings p
        join ledger_entries e on e.id = p.entry_id where e.kind = 'transaction_refund' and p.account_id = ${IDS.settlement_float}`)
    ).rows;
    expect(ofDay.total).toBe(counted?.count);
    expect(ofDay.items.every(({ kind }: { kind: string }) => kind === "transaction_refund")).toBe(true);
  });
});

describe("what is rare among millions", () => {
  const WALLETS = "/wallets/accounts";
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
  ] as const)("%s is found and counted", async (path, where, account) => {
    const expected = await app.db.execute<{ seq: number }>(
      sql`select seq from ledger_postings where account_id = ${IDS[account]} and ${sql.raw(where)} order by seq`,
    );
    const numbers = expected.rows.map(({ seq }) => String(seq));
    if (!path.includes("sort=")) numbers.reverse();
    const found = await get(`${WALLETS}/${path}`);
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual(numbers.slice(0, 20));
    expect([found.total, found.totalIsCapped]).toEqual([numbers.length, false]);
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
  ])("%s is counted", async (path, table, where) => {
    const [row] = (await app.db.execute(sql.raw(`select count(*)::int as count from ${table} where ${where}`))).rows;
    expect((await get(path)).total).toBe(row?.count);
    expect(row?.count).toBeGreaterThan(0);
  });
});

describe("users by balance", () => {
  const USERS = "/user-management/users";
  it("are sorted and filtered by what their wallets hold, alone and with other filters", async () => {
    const lga = LGAS[0];
    const [poor, rich] = [await makeUser(app, { lga, tier: 3 }), await makeUser(app, { lga, tier: 3 })];
    await putMoney(app.db, poor.id, 900_000_000_000_001);
    await putMoney(app.db, rich.id, 900_000_000_000_002);
    expect((await idsOf(`${USERS}?sort=-balance`)).slice(0, 2)).toEqual([rich.id, poor.id]);
    expect(await idsOf(`${USERS}?balance_min=9000000000000`)).toEqual([rich.id, poor.id]);
    expect(await idsOf(`${USERS}?balance_min=9000000000000.02&sort=balance`)).toEqual([rich.id]);
    expect(await idsOf(`${USERS}?balance_min=9000000000000&tier=2`)).toEqual([]);
    expect((await get(`${USERS}?balance_min=9000000000000`)).total).toBe(2);
    const cheap = (await get(`${USERS}?balance_max=10&sort=balance&tier=3`)).items;
    expect(cheap.every(({ balance, tier }: { balance: number; tier: number }) => balance <= 1_000 && tier === 3)).toBe(
      true,
    );
    expect((await app.call("GET", `${USERS}?balance_min=much`, { token })).status).toBe(400);
  });
});

describe("the figures", () => {
  it("are those of the rows, before and after what belongs together is folded", async () => {
    const stats = () => get("/user-management");
    const overview = () => get("/transactions/overview?days=90");
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
    expect(await foldDayTotals(app.db)).toBeGreaterThan(0);
    expect([await stats(), await overview()]).toEqual(before);
    expect(await foldDayTotals(app.db)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it("are folded while others write, and nothing is lost or counted twice", async () => {
    const work = Array.from({ length: 12 }, () => makeUser(app).then(({ id }) => putMoney(app.db, id, 5)));
    await Promise.all([...work, ...Array.from({ length: 6 }, () => foldDayTotals(app.db))]);
    expect(await faults()).toEqual([]);
  });

  it.each<[string, RegExp]>([
    [
      "update day_totals set amount = amount + 1 where ctid = (select min(ctid) from day_totals where list = 'completed')",
      /figures of/,
    ],
    ["delete from day_totals where ctid = (select min(ctid) from day_totals where list = 'users')", /for users/],
    // Month by month: neither the ends nor what lies between may be passed over.
    ...WHOLE_MONTHS.map((month): [string, RegExp] => [`delete from day_totals where ${month}`, /for users/]),
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
  ])("that are changed behind the ledger's back are found: %s", async (statement, sentence) => {
    await app.db.execute(sql.raw(statement));
    expect((await faults()).join("\n")).toMatch(sentence);
    await app.db.execute(sql`select rebuild_totals()`);
  });

  it("that differ from the ledger by one kobo are found", async () => {
    await app.db.execute(sql`alter table transactions disable trigger transactions_guard`);
    const change = (by: number) =>
      app.db.execute(sql`update transactions set amount = amount + ${by}::int
      where id = (select id from transactions where state = 'succeeded' and type = 'withdrawal' order by id limit 1)`);
    await change(1);
    expect((await faults()).join("\n")).toMatch(/transactions come to \d+ kobo, while the ledger moved \d+/);
    await change(-1);
    await app.db.execute(sql`alter table transactions enable trigger transactions_guard`);
    expect(await faults()).toEqual([]);
  });
});
