import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await app.db.execute(sql`update reconciliation_settings set starts_on = '2026-03-01', closed_until = '2026-02-28'`);
});
afterAll(() => app.stop());

const PATH = "/wallets/reconciliation/settings";
const read = async () => (await app.call("GET", PATH, { token: admin.token })).json.data;
const settingsBody = async () => {
  const { starts_on: _, closed_until: __, ...settings } = await read();
  return settings;
};
const change = async (changes: object) =>
  app.call("PATCH", PATH, { token: admin.token, body: { ...(await settingsBody()), ...changes } });

describe("limits of reconciliation", () => {
  it("reconciliation.updateSettings changes the limits and adds an audit row with both versions", async () => {
    const { status, json } = await change({ write_off_limit: 100_000, day_limit: 5 });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ write_off_limit: 100_000, day_limit: 5, starts_on: "2026-03-01", version: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "reconciliation.updateSettings",
      before: { write_off_limit: "₦5,000.00", day_limit: 3 },
      after: { write_off_limit: "₦1,000.00", day_limit: 5 },
    });
  });

  it("reconciliation.updateSettings refuses an outdated version and returns the current limits", async () => {
    const { version } = await read();
    await change({ day_limit: 6 });
    const { status, json } = await change({ day_limit: 7, version });
    expect([status, json.current.day_limit]).toEqual([409, 6]);
  });

  it.each([
    ["days above 60", { bank_days: 61 }],
    ["a negative amount", { write_off_limit: -1 }],
    ["a percentage above 100", { name_limit: 101 }],
    ["half a kobo", { unexplained_limit: 0.5 }],
  ])("reconciliation.updateSettings refuses %s", async (_, changes) => {
    expect((await change(changes)).status).toBe(400);
  });

  it("while reconciliation.updateSettings waits for a day to be closed, it holds no lock that the closing needs", async () => {
    const body = { ...(await settingsBody()), bank_days: 7 };
    const { answer } = await app.db.transaction(async (closing) => {
      await closing.execute(sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`);
      const answer = app.call("PATCH", PATH, { token: admin.token, body });
      await expect
        .poll(async () => {
          const { rows } = await app.db.execute(
            sql`select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          );
          return rows.length;
        })
        .toBe(1);
      await closing.execute(sql`select 1 from reconciliation_settings for update nowait`);
      // Returns the promise in an object, because a returned promise would be awaited before the commit.
      return { answer };
    });
    expect((await answer).status).toBe(200);
  });

  it("reconciliation.updateSettings needs the right to approve in System Wallet", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "create", "update"] }) });
    const { status } = await app.call("PATCH", PATH, { token: reader.token, body: await settingsBody() });
    expect(status).toBe(403);
  });

  it("a changed number of due days moves the due day of open items, not counting Saturdays and Sundays", async () => {
    // 5 March 2026 is a Thursday.
    await app.db.execute(sql`insert into reconciliation_items (side, kind, source_key, day, amount, due_on, accounting_day, finding) values
      ('ledger', 'movement', 'a', '2026-03-05', 100, '2026-03-10', '2026-03-05', null),
      ('ledger', 'remittance', 'b', '2026-03-05', -100, '2026-03-05', '2026-03-05', 'no_revenue_head')`);
    await change({ movement_days: 3, remittance_days: 1 });
    const { rows } = await app.db.execute(
      sql`select source_key, due_on::text from reconciliation_items order by source_key`,
    );
    expect(rows).toEqual([
      { source_key: "a", due_on: "2026-03-11" },
      { source_key: "b", due_on: "2026-03-05" },
    ]);
  });
});
