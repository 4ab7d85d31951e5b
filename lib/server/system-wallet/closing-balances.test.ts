import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays, dayOf } from "@/lib/server/base/time";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { moveMoney, putMoney } from "@/lib/server/testing/ledger";

const PATH = "/wallets/accounts/grants_pool/closing-balances";
let app: TestApp;
let finance: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  finance = await makeAdmin(app, { firstName: "Ngozi" });
  await putMoney(app.db, IDS.grants_pool, 1_000_000);
  await putMoney(app.db, IDS.fee_income, 70_000);
  await moveMoney(app.db, IDS.grants_pool, IDS.settlement_float, 150_050);
});
afterAll(() => app.stop());

const post = (body: object, token = finance.token, path = PATH) => app.call("POST", `${path}/export`, { token, body });

it("returns what left each account in the last seven days", async () => {
  const { items } = (await app.call("GET", "/wallets/accounts", { token: finance.token })).json.data;
  const left = Object.fromEntries(
    items.map(({ account, left_lately }: { account: string; left_lately: number }) => [account, left_lately]),
  );
  expect(left).toMatchObject({ grants_pool: 150_050, fee_income: 0, promotions_pool: 0 });
});

it("exports the same days as on screen, oldest first, and records the export", async () => {
  const today = dayOf(new Date());
  const before = addDays(today, -1);
  const made = await post({ from: before });
  expect(made.json.data).toMatchObject({ rows: 2, token: expect.any(String) });
  expect((await app.audit())[0]).toMatchObject({
    action: "systemWallet.exportClosingBalances",
    adminId: finance.id,
    after: { account: "grants_pool", from: before, to: today, format: "csv", rows: 2 },
  });
  const file = await app.call("GET", `/exports/${made.json.data.token}`, { token: finance.token });
  const [head, ...lines] = (await (file.json as Blob).text()).trim().split("\r\n");
  expect(head).toContain('"Day","Account","Account in words","In (naira)","Out (naira)","Closing balance (naira)"');
  expect(lines).toEqual([
    `"${before}",grants_pool,"Grants pool",0.00,0.00,0.00`,
    `"${today}",grants_pool,"Grants pool",10000.00,-1500.50,8499.50`,
  ]);
  const shown = (await app.call("GET", `${PATH}?days=2`, { token: finance.token })).json.data.items;
  expect(shown).toEqual([
    { day: today, came: 1_000_000, went: -150_050, closing: 849_950 },
    { day: before, came: 0, went: 0, closing: 0 },
  ]);
});

it("exports as Excel", async () => {
  const made = await post({ days: 92, format: "xlsx" });
  expect(made.json.data.rows).toBe(92);
  const file = await app.call("GET", `/exports/${made.json.data.token}`, { token: finance.token });
  expect(
    Buffer.from(await (file.json as Blob).arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

it("refuses future days, too many days, an unknown account and a missing right", async () => {
  const tomorrow = addDays(dayOf(new Date()), 1);
  for (const [body, field] of [
    [{ to: tomorrow }, "to"],
    [{ from: "2026-01-01", to: "2026-06-01" }, "from"],
    [{ days: 93 }, "days"],
  ] as const)
    expect(await post(body)).toMatchObject({ status: 400, json: { fields: { [field]: expect.any(String) } } });
  expect((await post({}, finance.token, "/wallets/accounts/nobody/closing-balances")).status).toBe(400);
  const reader = await makeAdmin(app, { rights: rightsOf({ "System Wallet": ["read"] }) });
  expect((await post({}, reader.token)).status).toBe(403);
});
