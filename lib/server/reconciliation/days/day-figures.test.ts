import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays } from "@/lib/server/base/time";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  addItems,
  addStatement,
  daysAgo,
  finishMatching,
  makeBankAccount,
  matchItems,
  postOnDay,
  postOnFloat,
  startReconciliation,
  verifyLedgerAs,
} from "@/lib/server/testing/reconciliation";

let app: TestApp;
let proposer: Awaited<ReturnType<typeof makeAdmin>>;
let closer: Awaited<ReturnType<typeof makeAdmin>>;
const FIRST = daysAgo(6);
const SECOND = addDays(FIRST, 1);
const PROVIDER = { side: "provider", provider: "simulated" } as const;

const path = (day: string, action = "") => `/wallets/reconciliation/days/${day}${action}`;
const read = async (day: string) => (await app.call("GET", path(day), { token: closer.token })).json.data;
const post = (token: string, url: string, body: object) =>
  app.call("POST", url, { token, body, headers: { "idempotency-key": uuid() } });

beforeAll(async () => {
  app = await startTestApp();
  proposer = await makeAdmin(app);
  closer = await makeAdmin(app);
});
afterAll(() => app.stop());

it("the figures of a reconciliation day include money at the provider, items from before the start, split items and a new bank account", async () => {
  // Before the start, the ledger's float is ₦5,000: ₦3,800 at the bank, ₦1,000 still at the provider, ₦200 in an account added later.
  const earlier = await postOnDay(app, {
    day: addDays(FIRST, -1),
    from: IDS.settlement_float,
    to: IDS.grants_pool,
    amount: 500_000,
  });
  await startReconciliation(app, FIRST);
  const account = await makeBankAccount(app, { name: "Zenith O’Neill" });
  await addStatement(app, proposer, { accountId: account, from: FIRST, opening: 380_000, lines: [] });
  const [before] = await addItems(app, [
    { side: "ledger", kind: "payment", day: addDays(FIRST, -1), amount: 100_000, entryId: earlier },
  ]);
  const fee = await postOnFloat(app, { day: FIRST, amount: -1_500, kind: "fee" });
  const [settlement] = await addItems(app, [
    { ...PROVIDER, kind: "settlement", day: FIRST, amount: 98_500, dueOn: "2999-01-01" },
  ]);
  const [payment, providerFee] = await addItems(app, [
    { ...PROVIDER, kind: "payment", day: FIRST, amount: 100_000, settlementId: settlement },
    { ...PROVIDER, kind: "fee", day: FIRST, amount: -1_500, settlementId: settlement },
  ]);
  await matchItems(app, [before ?? 0, payment ?? 0]);
  await matchItems(app, [fee, providerFee ?? 0]);

  const first = (await read(FIRST)).figures;
  expect(first).toMatchObject({
    bank: { closing: 380_000 },
    ledger: { opening: 500_000, closing: 498_500, in: 0, out: 1_500 },
    provider: { opening: 0, payments: 100_000, fees: -1_500, settled: 98_500, closing: 98_500 },
    statement: { at_provider: 98_500, open_ledger: 0, open_bank: 0, opening_difference: 20_000, difference: 0 },
    carried: [{ side: "provider", kind: "settlement", count: 1, sum: 98_500 }],
    addendum: [],
  });

  const [line, split] = await addStatement(app, proposer, {
    accountId: account,
    from: SECOND,
    opening: 380_000,
    lines: [
      { day: SECOND, amount: 98_500 },
      { day: SECOND, amount: 300, dueOn: "2999-01-01" },
    ],
  });
  const other = await makeBankAccount(app, { name: "Access" });
  await addStatement(app, proposer, { accountId: other, from: SECOND, opening: 20_000, lines: [] });
  await matchItems(app, [settlement ?? 0, line ?? 0], "settlement");
  await app.db.execute(sql`update reconciliation_items set is_split = true where id = ${split}`);
  const [part] = await addItems(
    app,
    [100, 200].map(
      (amount) =>
        ({
          side: "bank",
          kind: "statement_line",
          accountId: account,
          day: SECOND,
          amount,
          splitOf: split,
          dueOn: "2999-01-01",
        }) as const,
    ),
  );
  await app.db
    .insert(revenueHeads)
    .values({ id: IDS.suspense, code: "1001", startsOn: FIRST, name: "Development levy", ministry: "Finance" });
  await matchItems(app, [
    part ?? 0,
    await postOnFloat(app, { day: SECOND, amount: 100, kind: "payment", revenueHeadId: IDS.suspense }),
  ]);

  const second = (await read(SECOND)).figures;
  expect(second).toMatchObject({
    bank: {
      opening: 400_000,
      in: 98_800,
      closing: 498_800,
      accounts: [
        { name: "Access", opening: 20_000, closing: 20_000 },
        { name: "Zenith O’Neill", opening: 380_000, in: 98_800, closing: 478_800 },
      ],
    },
    ledger: {
      closing: 498_600,
      in_groups: [{ kind: "payment", head: { code: "1001", name: "Development levy" }, sum: 100 }],
    },
    provider: { opening: 98_500, closing: 0 },
    statement: { at_provider: 0, open_bank: 200, opening_difference: 0, difference: 0 },
    carried: [{ side: "bank", kind: "statement_line", count: 1, sum: 200 }],
  });
  // A match and a bank account added on the second day do not change the figures of the first day.
  expect((await read(FIRST)).figures).toEqual(first);

  await finishMatching(app);
  await verifyLedgerAs(app, proposer);
  expect((await post(proposer.token, path(FIRST, "/proposal"), {})).json.fields).toHaveProperty("remark");
  expect(
    (await post(proposer.token, path(FIRST, "/proposal"), { remark: "₦200 are in an account that is added later." }))
      .status,
  ).toBe(200);
  expect((await post(closer.token, path(FIRST, "/closing"), { version: 1 })).status).toBe(200);
  // The second day has the same figures when computed from the closed first day as when computed from the start.
  expect((await read(SECOND)).figures).toEqual(second);
  expect((await post(proposer.token, path(SECOND, "/proposal"), {})).json.fields).toHaveProperty("remark");
  expect((await post(proposer.token, path(SECOND, "/proposal"), { remark: "The account Access is new." })).status).toBe(
    200,
  );
  expect((await post(closer.token, path(SECOND, "/closing"), { version: 1 })).status).toBe(200);
  expect((await read(SECOND)).figures).toEqual(second);
});

it("the checklist of a reconciliation day names the bank account whose statements omit a day or whose balances do not continue", async () => {
  const third = addDays(SECOND, 1);
  const { rows } = await app.db.execute<{ id: string }>(sql`select id from bank_accounts where name = 'Access'`);
  await addStatement(app, proposer, { accountId: rows[0]?.id ?? "", from: third, opening: 20_700, lines: [] });
  const textOf = async () => (await read(third)).checklist.find(({ id }: { id: string }) => id === "statements").text;
  expect(await textOf()).toBe("No statement of Zenith O’Neill covers the day.");
  const zenith = await app.db.execute<{ id: string }>(sql`select id from bank_accounts where name like 'Zenith%'`);
  await addStatement(app, proposer, { accountId: zenith.rows[0]?.id ?? "", from: third, opening: 478_800, lines: [] });
  expect(await textOf()).toBe("Access differs from its statement by -₦7.00. A statement before it is missing.");
});
