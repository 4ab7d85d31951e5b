import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount, moveMoney } from "@/lib/server/testing/ledger";

const CLOSING_PATH = "/wallets/accounts/grants_pool/closing-balances";
let app: TestApp;
let financeAdmin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  financeAdmin = await makeAdmin(app, { firstName: "Ngozi" });
  await fundAccount(app.db, IDS.grants_pool, 1_000_000);
  await fundAccount(app.db, IDS.fee_income, 70_000);
  await moveMoney(app.db, IDS.grants_pool, IDS.settlement_float, 150_050);
});
afterAll(() => app.stop());

const post = (body: object, token = financeAdmin.token, path = CLOSING_PATH) =>
  app.call("POST", `${path}/export`, { token, body });

it("each system account shows its outflow of the last seven days", async () => {
  const { items } = (await app.call("GET", "/wallets/accounts", { token: financeAdmin.token })).json.data;
  const outflowByAccount = Object.fromEntries(
    items.map(({ account, left_lately }: { account: string; left_lately: number }) => [account, left_lately]),
  );
  expect(outflowByAccount).toMatchObject({ grants_pool: 150_050, fee_income: 0, promotions_pool: 0 });
});

it("an export of closing balances has the same days as the screen, oldest first, and is audited", async () => {
  const today = lagosDayOf(new Date());
  const yesterday = addDays(today, -1);
  const exportLinkData = await post({ from: yesterday });
  expect(exportLinkData.json.data).toMatchObject({ rows: 2, token: expect.any(String) });
  expect((await app.audit())[0]).toMatchObject({
    action: "systemWallet.exportClosingBalances",
    adminId: financeAdmin.id,
    after: { account: "grants_pool", from: yesterday, to: today, format: "csv", rows: 2 },
  });
  const file = await app.call("GET", `/exports/${exportLinkData.json.data.token}`, { token: financeAdmin.token });
  const [csvHeader, ...lines] = (await (file.json as Blob).text()).trim().split("\r\n");
  expect(csvHeader).toContain(
    '"Day","Account","Account in words","In (naira)","Out (naira)","Closing balance (naira)"',
  );
  expect(lines).toEqual([
    `"${yesterday}",grants_pool,"Grants pool",0.00,0.00,0.00`,
    `"${today}",grants_pool,"Grants pool",10000.00,-1500.50,8499.50`,
  ]);
  const listedDays = (await app.call("GET", `${CLOSING_PATH}?days=2`, { token: financeAdmin.token })).json.data.items;
  expect(listedDays).toEqual([
    { day: today, came: 1_000_000, went: -150_050, closing: 849_950 },
    { day: yesterday, came: 0, went: 0, closing: 0 },
  ]);
});

it("closing balances can be exported as Excel", async () => {
  const exportLinkData = await post({ days: 92, format: "xlsx" });
  expect(exportLinkData.json.data.rows).toBe(92);
  const file = await app.call("GET", `/exports/${exportLinkData.json.data.token}`, { token: financeAdmin.token });
  expect(
    Buffer.from(await (file.json as Blob).arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

it("closing balances are refused for future days, too many days, an unknown account and a missing right", async () => {
  const tomorrow = addDays(lagosDayOf(new Date()), 1);
  for (const [body, field] of [
    [{ to: tomorrow }, "to"],
    [{ from: "2026-01-01", to: "2026-06-01" }, "from"],
    [{ days: 93 }, "days"],
  ] as const)
    expect(await post(body)).toMatchObject({ status: 400, json: { fields: { [field]: expect.any(String) } } });
  expect((await post({}, financeAdmin.token, "/wallets/accounts/nobody/closing-balances")).status).toBe(400);
  const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
  expect((await post({}, reader.token)).status).toBe(403);
});
