// Slow: loads the demo data.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_NEWER_COUNT } from "@/lib/contract/list.values";
import { connectDatabase } from "@/lib/server/db/client";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";
import { listDocumentedCalls } from "@/lib/server/testing/documented-calls";

let emptyApp: TestApp;
let demoDatabase: Awaited<ReturnType<typeof createDemoDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  emptyApp = await startTestApp();
  demoDatabase = await createDemoDatabase();
  connection = connectDatabase(demoDatabase.url, 4, 0);
  Object.assign(globalThis, { crossRiverPayDatabase: connection });
  app = { ...emptyApp, db: connection.db };
  officer = await makeAdmin(app);
}, 300_000);
afterAll(async () => {
  await connection.pool.end();
  await demoDatabase.drop();
  await emptyApp.stop();
});

type Row = Record<string, string>;
type Page = { items: Row[]; total: number; totalIsCapped: boolean; until?: string; newer?: number };
const fetchPage = async (path: string, query: Record<string, string | number>): Promise<Page> => {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const { status, json } = await app.call("GET", `${path}?${asked}`, { token: officer.token });
  expect([path, status, json.message]).toEqual([path, 200, expect.anything()]);
  return json.data;
};
const queryOne = async (query: string) => String((await app.db.execute(sql.raw(query))).rows[0]?.found);

/**
 * Test case of a list. `arrival`: column of the arrival time. `query`: sorts newest first, unless that is the default. `path`: SQL that
 * selects the id for each placeholder of the path.
 */
type ListCase = { arrival: string; query?: Row; path?: Record<string, string>; prepare?: () => unknown };
const TERMS_PATH = { kind: "terms" };
/** Test cases of every list with an `until` parameter, by its call. */
const LIST_CASES: Record<string, ListCase> = {
  "appConfig.acceptances": { arrival: "accepted_at", query: TERMS_PATH },
  "approvals.list": {
    arrival: "requested_at",
    query: { view: "mine" },
    prepare: () => app.db.execute(sql`update approvals set requested_by = ${officer.id}`),
  },
  "event.scanConflicts": {
    arrival: "received_at",
    path: { eventId: "select event_id as found from ticket_scans group by 1 order by count(*) desc, 1" },
    // Adds scan conflicts, because the demo data have only one or two per event.
    prepare: () =>
      app.db.execute(sql`insert into ticket_scans (id, event_id, ticket_id, result, let_in, gate, admin_id, scanned_at, received_at)
        select gen_random_uuid(), event_id, ticket_id, 'already_in', true, gate, admin_id, scanned_at, now() - n * interval '1 minute'
        from generate_series(1, 6) n, (select * from ticket_scans where event_id =
          (select event_id from ticket_scans group by 1 order by count(*) desc, 1 limit 1) limit 1) scan`),
  },
  "event.tickets": { arrival: "created_at" },
  "grant.applications": { arrival: "submitted_at" },
  "grant.batches": { arrival: "created_at" },
  "ireport.list": { arrival: "submitted_at", query: { sort: "-submitted_at" } },
  "kyc.list": { arrival: "submitted_at", query: { sort: "-submitted_at" } },
  "notices.list": {
    arrival: "created_at",
    prepare: () =>
      app.db.execute(sql`insert into notices (id, admin_id, kind, cause, record_type, record_id, record_name, in_app, created_at)
        select gen_random_uuid(), ${officer.id}, 'mention', 'note ' || n, 'user', id, 'A user', true, now() - n * interval '1 minute'
        from (select id, row_number() over (order by id) as n from users limit 45) each`),
  },
  "promotion.redemptions": { arrival: "created_at" },
  "reconciliation.statements": {
    arrival: "started_at",
    prepare: async () => {
      await app.db.execute(sql`insert into bank_accounts (id, name, bank_code, bank_name, account_number)
        values (gen_random_uuid(), 'Main account', '011', 'First Bank', '0000014579')`);
      await app.db.execute(sql`insert into bank_statements (id, account_id, file_name, file_hash, format, state, from_day, to_day, opening,
          closing, lines, imported_by, started_at)
        select gen_random_uuid(), id, n || '.csv', n::text, 'csv', 'cancelled', '2026-03-01', '2026-03-02', 0, 0, 0, ${officer.id},
          now() - n * interval '1 minute' from bank_accounts, generate_series(1, 45) n`);
    },
  },
  "rp.admins": { arrival: "created_at", query: { sort: "-created_at" } },
  "systemLogs.auditTrails": { arrival: "at" },
  "systemLogs.userActivityAll": { arrival: "at" },
  "systemWallet.movements": { arrival: "requested_at" },
  "systemWallet.statement": { arrival: "posted_at", path: { account: "select 'settlement_float' as found" } },
  "transaction.list": { arrival: "created_at" },
  "user.groups": { arrival: "created_at", query: { sort: "-created_at" } },
  "user.list": { arrival: "joined_at" },
  "user.statement": {
    arrival: "posted_at",
    path: {
      userId:
        "select account_id as found from ledger_postings where account_id in (select id from users) group by 1 order by count(*) desc, 1",
    },
  },
};
const calls = (await listDocumentedCalls()).filter(
  ({ method, parameters }) => method === "GET" && parameters.some(({ name }) => name === "until"),
);

it("the cases of this test include every list call of the contract with an `until` parameter", () => {
  expect(calls.map(({ call }) => call).sort()).toEqual(Object.keys(LIST_CASES).sort());
});

/** Maximum number of rows that the test reads of each list. */
const MAX_CHECKED = 600;

describe.each(calls)("call $call", ({ call, path }) => {
  const listCase: ListCase = LIST_CASES[call] ?? { arrival: "" };
  const { arrival, query = {}, path: pathParams = {}, prepare } = listCase;
  const arrivalOf = (row: Row | undefined) => row?.[arrival] ?? "";

  it("requesting a list with `until` returns only rows that had arrived by then, and counts the newer rows", async () => {
    await prepare?.();
    let address = path;
    for (const [name, found] of Object.entries(pathParams))
      address = address.replace(`{${name}}`, await queryOne(found));
    const firstPage = await fetchPage(address, { ...query, size: 100 });
    const rows = [...firstPage.items];
    while (rows.length < Math.min(firstPage.total, MAX_CHECKED)) {
      const page = rows.length / 100;
      const { items } = await fetchPage(address, { ...query, size: 100, page, until: firstPage.until ?? "" });
      rows.push(...items);
    }
    expect(firstPage).toMatchObject({ until: arrivalOf(rows[0]), newer: 0 });
    const until = arrivalOf(
      rows.find((row, index) => index > 3 && arrivalOf(row) < arrivalOf(rows[0])) ??
        rows.find((row) => arrivalOf(row) < arrivalOf(rows[0])),
    );
    expect(until).not.toBe("");

    const rowsUntil = rows.filter((row) => arrivalOf(row) <= until);
    const newerCount = rows.length - rowsUntil.length;
    expect(newerCount).toBeGreaterThan(0);
    const first = await fetchPage(address, { ...query, until });
    const second = await fetchPage(address, { ...query, until, page: 1 });
    expect([...first.items, ...second.items]).toEqual(rowsUntil.slice(0, 40));
    for (const page of [first, second])
      expect(page).toMatchObject({ until, newer: Math.min(newerCount, MAX_NEWER_COUNT) });
    if (firstPage.total <= MAX_CHECKED) expect(first.total).toBe(firstPage.total - newerCount);
  });

  it("a later page of a list returns the `until` of its request; a list sorted oldest first returns no `until`", async () => {
    let address = path;
    for (const [name, found] of Object.entries(pathParams))
      address = address.replace(`{${name}}`, await queryOne(found));
    const { until } = await fetchPage(address, query);
    expect((await fetchPage(address, { ...query, page: 1 })).until).toBe(until);
    expect(await fetchPage(address, { ...query, sort: arrival })).not.toHaveProperty("until");
  });
});

describe("the audit trail while others write", () => {
  it("page 2 of the audit trail continues where page 1 ended, although rows were added; reopening the audit trail shows the new rows", async () => {
    const first = await fetchPage("/system-logs/audit-trails", {});
    for (const name of ["Markets", "Schools", "Farms"])
      expect(
        (
          await app.call("POST", "/user-management/user-groups", {
            token: officer.token,
            body: { name, kind: "static", description: "" },
          })
        ).status,
      ).toBe(200);
    const second = await fetchPage("/system-logs/audit-trails", { page: 1, until: first.until ?? "" });
    expect(Number(second.items[0]?.id)).toBe(Number(first.items.at(-1)?.id) - 1);
    expect(second).toMatchObject({ newer: 3, total: first.total });
    const again = await fetchPage("/system-logs/audit-trails", {});
    expect(Number(again.items[0]?.id)).toBe(Number(first.items[0]?.id) + 3);
    // Without `until`, which older clients do not send, new rows shift the second page.
    const secondPageShifted = await fetchPage("/system-logs/audit-trails", { page: 1 });
    expect(secondPageShifted.items[0]?.id).toBe(first.items[17]?.id);
  });
});

it("a list that was empty when opened counts the first row added later as newer", async () => {
  const asked = { q: "Harbour", sort: "-created_at" };
  const { until } = await fetchPage("/user-management/user-groups", asked);
  expect(until).toBeDefined();
  const body = { name: "Harbour", kind: "static", description: "" };
  await app.call("POST", "/user-management/user-groups", { token: officer.token, body });
  const again = await fetchPage("/user-management/user-groups", { ...asked, until: until ?? "" });
  expect(again).toMatchObject({ items: [], until, newer: 1 });
});

it("a list refuses an invalid `until`; a list that declares no `arrival` column refuses any `until`", async () => {
  for (const [path, until] of [
    ["/transactions", "yesterday"],
    ["/transactions", "9999-12-31T23:30:00.000Z"],
    ["/promotions", "2026-11-28T10:00:00.000Z"],
  ])
    expect((await app.call("GET", `${path}?until=${until}`, { token: officer.token })).status).toBe(400);
});
