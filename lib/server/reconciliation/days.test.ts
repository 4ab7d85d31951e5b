import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import {
  addItems,
  addStatement,
  daysAgo,
  finishMatching,
  makeReconciledDay,
  matchItems,
  postOnDay,
  postOnFloat,
  startReconciliation,
  verifyLedgerAs,
} from "@/lib/server/testing/reconciliation";
import { computeDayFigures } from "./days/day-figures";
import { hasReconciliationStarted, readDayToCompute } from "./days/day-period";
import { readReconciliationSettings } from "./open-items";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
let proposer: TestAdmin;
let closer: TestAdmin;
let account: string;
// Six days ago instead of yesterday, because in the hour after midnight yesterday can't be proposed yet.
const FIRST = daysAgo(6);
const SECOND = addDays(FIRST, 1);
const THIRD = addDays(FIRST, 2);

const path = (day: string, action = "") => `/wallets/reconciliation/days/${day}${action}`;
const read = async (day: string) => (await app.call("GET", path(day), { token: closer.token })).json.data;
const write = (admin: TestAdmin, method: string, url: string, body: object = {}) =>
  app.call(method, url, { token: admin.token, body, headers: { "idempotency-key": uuid() } });
const propose = (day: string, remark?: string, admin = proposer) =>
  write(admin, "POST", path(day, "/proposal"), { remark });
const close = (day: string, version = 1, admin = closer) => write(admin, "POST", path(day, "/closing"), { version });
const failing = (day: { checklist: { id: string; ok: boolean }[] }) =>
  day.checklist.filter(({ ok }) => !ok).map(({ id }) => id);

beforeAll(async () => {
  app = await startTestApp({ connections: 8 });
  proposer = await makeAdmin(app, { firstName: "Ekaette" });
  closer = await makeAdmin(app, { firstName: "Ngozi" });
});
afterAll(() => app.stop());

describe("before reconciliation has started", () => {
  it("before reconciliation has started, the list of reconciliation days is empty, and reading a day or proposing to close it returns 404", async () => {
    const { json } = await app.call("GET", "/wallets/reconciliation/days", { token: closer.token });
    expect(json.data).toMatchObject({ items: [], total: 0, starts_on: null });
    expect((await app.call("GET", path(FIRST), { token: closer.token })).status).toBe(404);
    expect((await propose(FIRST)).status).toBe(404);
  });
});

describe("the checklist of a day", () => {
  it("the checklist of a reconciliation day shows each missing step, and passes once all steps are done", async () => {
    await postOnDay(app, { day: addDays(FIRST, -1), from: IDS.settlement_float, to: IDS.grants_pool, amount: 200_000 });
    await startReconciliation(app, FIRST);
    expect(failing(await read(FIRST))).toEqual(["statements", "ledger_verified"]);
    account = await makeReconciledDay(app, proposer, FIRST);
    expect(failing(await read(FIRST))).toEqual(["ledger_verified"]);
    await verifyLedgerAs(app, proposer);
    expect(failing(await read(FIRST))).toEqual([]);
    expect(failing(await read(SECOND))).toEqual(["previous", "statements"]);
  });

  it("a reconciled day has figures of bank, ledger and provider, with a difference of zero", async () => {
    expect((await read(FIRST)).figures).toMatchObject({
      bank: { opening: 200_000, in: 98_500, out: 50_000, closing: 248_500, accounts: [{ id: account }] },
      ledger: { opening: 200_000, in: 100_000, out: 51_500, closing: 248_500 },
      provider: { opening: 0, payments: 100_000, fees: -1_500, settled: 98_500, closing: 0 },
      statement: { at_provider: 0, open_ledger: 0, open_bank: 0, opening_difference: 0, difference: 0 },
      carried: [],
      addendum: [],
      suspense: { balance: 0, lines: [] },
    });
  });

  it.each([
    [
      "ledger_collected",
      () => app.db.execute(sql`update reconciliation_settings set ledger_seq = ledger_seq - 1`),
      () => app.db.execute(sql`update reconciliation_settings set ledger_seq = ledger_seq + 1`),
    ],
    [
      "providers",
      () => app.db.execute(sql`update reconciliation_providers set fetched_to = ${addDays(FIRST, -1)}`),
      () => finishMatching(app),
    ],
    [
      "statements",
      () => app.db.execute(sql`update bank_accounts set is_active = false`),
      () => app.db.execute(sql`update bank_accounts set is_active = true`),
    ],
  ])(
    "the checklist of a reconciliation day fails at the check %s until the cause is corrected",
    async (id, breakIt, repair) => {
      await breakIt();
      expect(failing(await read(FIRST))).toEqual([id]);
      const refused = await propose(FIRST);
      expect(refused).toMatchObject({ status: 409, json: { code: "CONFLICT" } });
      expect(refused.json.current.day).toBe(FIRST);
      await repair();
      expect(failing(await read(FIRST))).toEqual([]);
    },
  );

  it("the checklist of a reconciliation day fails for a new item until matching has run, and afterwards because the item is unmatched", async () => {
    const [line] = await addStatement(app, proposer, {
      accountId: account,
      from: FIRST,
      opening: 248_500,
      lines: [{ day: FIRST, amount: 700 }],
    });
    expect(failing(await read(FIRST))).toEqual(["matched", "exceptions"]);
    await finishMatching(app);
    const day = await read(FIRST);
    expect(failing(day)).toEqual(["exceptions"]);
    expect(day).toMatchObject({
      exceptions: { count: 1, sum: 700 },
      figures: { statement: { open_bank: 700, difference: 0 } },
    });
    expect((await propose(FIRST)).json.message).toContain("1 exception, ₦7.00 in sum");
    await app.db.execute(sql`update reconciliation_settings set unexplained_limit = 700`);
    expect(failing(await read(FIRST))).toEqual([]);
    await app.db.execute(sql`update reconciliation_settings set unexplained_limit = 0`);
    await app.db.execute(sql`delete from reconciliation_items where id = ${line}`);
    await app.db.execute(sql`delete from bank_statements where closing = 249200`);
    expect(failing(await read(FIRST))).toEqual([]);
  });

  it("a posting on the settlement float without a reconciliation item shows as a difference of the day", async () => {
    const entry = await postOnDay(app, { day: FIRST, from: IDS.settlement_float, to: IDS.grants_pool, amount: 4_200 });
    const day = await read(FIRST);
    expect(day.figures.statement.difference).toBe(4_200);
    expect(failing(day)).toEqual(["ledger_collected", "difference"]);
    const [item] = await addItems(app, [
      { side: "ledger", kind: "movement", day: FIRST, amount: 4_200, entryId: entry },
    ]);
    const out = await postOnFloat(app, { day: FIRST, amount: -4_200 });
    await matchItems(app, [item ?? 0, out], "by_hand");
    await finishMatching(app);
    expect(failing(await read(FIRST))).toEqual([]);
  });

  it("the figures of a day list the money on suspense line by line, and the proposal to close the day then requires a remark", async () => {
    await postOnDay(app, { day: FIRST, from: IDS.grants_pool, to: IDS.suspense, amount: 3_000 });
    const day = await read(FIRST);
    expect(day).toMatchObject({
      needs_remark: true,
      figures: { suspense: { balance: 3_000, lines: [{ amount: 3_000, since: FIRST }] } },
    });
    const refused = await propose(FIRST, "  ");
    expect(refused).toMatchObject({ status: 400, json: { fields: { remark: expect.stringContaining("suspense") } } });
  });
});

describe("a proposal", () => {
  it("proposing to close a day needs the right to create transfers", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "approve"] }) });
    expect((await propose(FIRST, "Late payment", reader)).status).toBe(403);
    const other = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    expect((await app.call("GET", path(FIRST), { token: other.token })).status).toBe(403);
  });

  it("closing a day is proposed once, with an audit row, and the proposal can be withdrawn with a reason", async () => {
    const proposed = await propose(FIRST, " Late payment of Adaeze O'Brien ");
    expect(proposed.status).toBe(200);
    expect(proposed.json.data).toMatchObject({
      state: "proposed",
      version: 1,
      remark: "Late payment of Adaeze O'Brien",
      proposed_by: { id: proposer.id },
    });
    expect((await app.audit(FIRST))[0]).toMatchObject({
      action: "reconciliation.proposeDay",
      recordType: "reconciliation_day",
      after: { state: "proposed", difference: 0 },
    });
    const notices = async (admin: TestAdmin) =>
      (await app.call("GET", "/notices?view=unread", { token: admin.token })).json.data.items;
    expect(await notices(closer)).toMatchObject([
      { kind: "day_proposed", url: `/dashboard/wallets/reconciliation/days/${FIRST}` },
    ]);
    expect(await notices(proposer)).toEqual([]);
    expect((await propose(FIRST, "Again")).json.message).toContain("is proposed already");
    expect((await write(closer, "PATCH", path(FIRST, "/withdrawal"), { version: 1, remark: "" })).status).toBe(400);
    expect(
      (await write(closer, "PATCH", path(FIRST, "/withdrawal"), { version: 2, remark: "Wrong remark" })).status,
    ).toBe(409);
    const withdrawn = await write(closer, "PATCH", path(FIRST, "/withdrawal"), { version: 1, remark: "Wrong remark" });
    expect(withdrawn.json.data).toMatchObject({ state: "open", version: null });
    expect(await notices(closer)).toEqual([]);
    expect((await app.audit(FIRST))[0]).toMatchObject({
      action: "reconciliation.withdrawProposal",
      after: { state: "open", reason: "Wrong remark" },
    });
    expect(
      (await write(closer, "PATCH", path(FIRST, "/withdrawal"), { version: 1, remark: "Wrong remark" })).status,
    ).toBe(409);
  });

  it("proposing to close a day is refused if the day has not ended, or an earlier day is open", async () => {
    expect((await propose(daysAgo(0))).json).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("not ended"),
    });
    expect((await propose(SECOND, "Early")).json.message).toContain("comes first");
  });
});

describe("closing a day", () => {
  it("closing a day refuses the proposer, admins without the right to approve, and an outdated version", async () => {
    await propose(FIRST, "Late payment");
    expect((await close(FIRST, 1, proposer)).json).toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("Another admin"),
    });
    const creator = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "create"] }) });
    expect((await close(FIRST, 1, creator)).status).toBe(403);
    expect((await close(FIRST, 2)).status).toBe(409);
    expect((await close(SECOND)).status).toBe(409);
  });

  it("closing a day runs the checklist again, and is refused after a new exception", async () => {
    const [item] = await addItems(app, [
      { side: "provider", provider: "simulated", kind: "payment", day: FIRST, amount: 900 },
    ]);
    await finishMatching(app);
    expect((await close(FIRST)).json.message).toContain("1 exception");
    await app.db.execute(sql`delete from reconciliation_items where id = ${item}`);
  });

  it("closing a day changes nothing if the database connection is lost before the commit", async () => {
    const client = await app.db.$client.connect();
    const { rows } = await client.query("select pg_backend_pid() as pid");
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock_shared(hashtext('reconciliation'))");
    const closing = close(FIRST);
    // Terminates the connection of the closing while it waits for the lock that `client` has.
    let waiting: { pid: number }[] = [];
    while (waiting.length === 0) {
      const found = await app.db.execute<{ pid: number }>(
        sql`select pid from pg_locks where locktype = 'advisory' and not granted and pid <> ${rows[0].pid}
          and database = (select oid from pg_database where datname = current_database())`,
      );
      waiting = found.rows;
    }
    await app.db.execute(sql`select pg_terminate_backend(${waiting[0]?.pid})`);
    expect((await closing).status).toBeGreaterThanOrEqual(500);
    await client.query("rollback");
    client.release();
    expect(await read(FIRST)).toMatchObject({ state: "proposed", version: 1 });
    expect((await readReconciliationSettings(app.db)).closedUntil).toBe(addDays(FIRST, -1));
    expect(
      (await app.audit(FIRST)).filter(
        ({ action, outcome }) => action === "reconciliation.closeDay" && outcome === "done",
      ),
    ).toEqual([]);
  });

  it("of two admins who close a day at the same time, one succeeds and the other gets 409", async () => {
    const third = await makeAdmin(app);
    await app.seal();
    const answers = await Promise.all([close(FIRST), close(FIRST, 1, third)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = (await app.audit(FIRST)).filter(
      ({ action, outcome }) => action === "reconciliation.closeDay" && outcome === "done",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.after).toMatchObject({ state: "closed", difference: 0 });
    expect((await readReconciliationSettings(app.db)).closedUntil).toBe(FIRST);
    const day = await read(FIRST);
    expect(day).toMatchObject({
      state: "closed",
      version: 2,
      remark: "Late payment",
      proposed_by: { id: proposer.id },
    });
    const [seal] = (await app.db.execute(sql`select hash from audit_seals where position = ${day.audit.position}`))
      .rows;
    expect(seal).toEqual({ hash: day.audit.hash });
  });

  it("a retry of closing a reconciliation day with the same idempotency key returns the stored response", async () => {
    await makeReconciledDay(app, proposer, SECOND, account, 248_500);
    await propose(SECOND, "Late payment of yesterday");
    const headers = { "idempotency-key": uuid() };
    const send = () =>
      app.call("POST", path(SECOND, "/closing"), { token: closer.token, body: { version: 1 }, headers });
    expect((await send()).json.data.state).toBe("closed");
    expect((await send()).json.data.state).toBe("closed");
    expect((await propose(SECOND)).json.message).toContain("is closed already");
  });
});

describe("a closed day", () => {
  it("a closed day has the same figures when recomputed, even after later items and matches", async () => {
    const { figures: stored } = await read(SECOND);
    const [late] = await addItems(app, [
      { side: "bank", kind: "statement_line", accountId: account, day: SECOND, amount: 1_234 },
    ]);
    await addItems(app, [
      { side: "provider", kind: "payment", provider: "simulated", day: FIRST, amount: 555, reference: "TRX-LATE1" },
    ]);
    const posting = await postOnFloat(app, { day: THIRD, amount: 1_234 });
    await matchItems(app, [late ?? 0, posting]);
    const settings = await readReconciliationSettings(app.db);
    if (!hasReconciliationStarted(settings)) throw new Error("not started");
    for (const day of [FIRST, SECOND]) {
      const { figures } = await computeDayFigures(app.db, await readDayToCompute(app.db, day, settings));
      expect(figures).toEqual((await read(day)).figures);
    }
    expect((await read(SECOND)).figures).toEqual(stored);
    expect(await read(SECOND)).toMatchObject({ found_later: { count: 1, sum: 1_234 } });
    const next = await read(THIRD);
    expect(next.figures.addendum).toMatchObject([
      { day: FIRST, amount: 555, reference: "TRX-LATE1", side: "provider" },
      { day: SECOND, amount: 1_234, side: "bank" },
    ]);
  });

  it("the list of reconciliation days shows the newest first, with state, admins and exceptions", async () => {
    const { json } = await app.call("GET", "/wallets/reconciliation/days", { token: closer.token });
    expect(json.data).toMatchObject({ total: 6, starts_on: FIRST });
    expect(json.data.items.map(({ state }: { state: string }) => state)).toEqual([
      "open",
      "open",
      "open",
      "open",
      "closed",
      "closed",
    ]);
    expect(json.data.items[3]).toMatchObject({ day: THIRD, exceptions: { count: 1, sum: 555 }, closed_by: null });
    expect(json.data.items[4]).toMatchObject({ day: SECOND, closed_by: { id: closer.id, email: closer.email } });
    const open = await app.call("GET", "/wallets/reconciliation/days?state=open&sort=day", { token: closer.token });
    expect(open.json.data).toMatchObject({ total: 4, items: [{ day: THIRD }, {}, {}, {}] });
    const beyond = await app.call("GET", "/wallets/reconciliation/days?page=3", { token: closer.token });
    expect(beyond.json.data).toMatchObject({ total: 6, items: [] });
  });

  it("the record of a closed reconciliation day is downloaded as CSV and PDF with figures, admins, remark and audit hash", async () => {
    const download = async (format: string) => {
      const link = await app.call("POST", path(FIRST, "/export"), { token: closer.token, body: { format } });
      expect(link.status).toBe(200);
      return app.call("GET", `/exports/${link.json.data.token}`, { token: closer.token });
    };
    const { audit } = await read(FIRST);
    const csv = await (await download("csv")).json.text();
    const file = await download("pdf");
    expect(file.headers.get("content-disposition")).toContain(`reconciliation-day-${FIRST}.pdf`);
    const pages = await readPdfPageTexts(file.json);
    const pdf = pages.join(" ");
    for (const text of [
      audit.hash,
      "Remark: Late payment",
      proposer.email,
      "Difference that is not explained",
      "Money out",
      "Balance of suspense",
    ]) {
      expect(csv).toContain(text);
      expect(pdf.replace(/\s+/g, " ")).toContain(text);
    }
    expect(csv).toMatch(/"Bank","All accounts: closing balance",,2485\.00/);
    expect(pages[0]).toContain("₦2,485.00");
  });

  it("the record of a reconciliation day can't be downloaded before the day is closed, or without the right to export", async () => {
    expect((await app.call("POST", path(THIRD, "/export"), { token: closer.token, body: {} })).status).toBe(409);
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "approve", "create"] }) });
    expect((await app.call("POST", path(FIRST, "/export"), { token: reader.token, body: {} })).status).toBe(403);
  });
});
