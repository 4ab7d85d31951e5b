import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { RevenueReport } from "@/lib/contract/revenue-heads";
import { REVENUE_REPORT_GROUPINGS } from "@/lib/contract/revenue-heads.values";
import { startOfDay } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeRevenueHead, makeTaxPayment } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
const at = (day: string, minutes = 600) => new Date(startOfDay(day).getTime() + minutes * 60_000);
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  const paye = await makeRevenueHead(app, { code: "12010101", name: "Personal Income Tax" });
  const renamed = await makeRevenueHead(app, { code: "12010101", name: "Income Tax", startsOn: "2026-03-02" });
  const land = await makeRevenueHead(app, { code: "12020202", name: "Land Use Charge", ministry: "Lands" });
  const payments = [
    { headId: paye.id, amount: 100_001, completedAt: at("2026-03-01") },
    { headId: renamed.id, amount: 200_002, completedAt: at("2026-03-02"), lga: "Ogoja" },
    { headId: land.id, amount: 300_003, completedAt: at("2026-03-02"), channel: "ussd", lga: "Ogoja" },
    { headId: land.id, amount: 400_004, refunded: 4, state: "partially_refunded", completedAt: at("2026-03-03") },
    { headId: land.id, amount: 500_005, refunded: 500_005, state: "refunded", completedAt: at("2026-03-03") },
    { amount: 600_006, state: "disputed", completedAt: at("2026-03-03", 1_439) },
    { headId: land.id, amount: 7, state: "failed", completedAt: at("2026-03-03") },
    { headId: land.id, amount: 70, completedAt: at("2026-03-04", 0) },
    { headId: land.id, amount: 700, completedAt: at("2026-02-28", 1_439) },
  ] as const;
  for (const payment of payments) await makeTaxPayment(app, payment);
});
afterAll(() => app.stop());

const report = async (query: string): Promise<RevenueReport> =>
  (await app.call("GET", `/wallets/revenue-report?from=2026-03-01&to=2026-03-03&${query}`, { token: ada.token })).json
    .data;

describe("the report of taxes and levies", () => {
  it("the revenue report sums tax payments by revenue head, with the names of each day, and lists payments without a head last", async () => {
    const { items, total } = await report("by=head");
    expect(items.map(({ key, name, count, net }) => [key, name, count, net])).toEqual([
      ["12010101", "Income Tax", 1, 200_002],
      ["12010101", "Personal Income Tax", 1, 100_001],
      ["12020202", "Land Use Charge", 3, 700_003],
      [null, null, 1, 600_006],
    ]);
    expect(total).toEqual({ count: 6, amount: 2_100_021, refunded: 500_009, net: 1_600_012 });
  });

  it("the revenue report sums tax payments by LGA, channel and day", async () => {
    const sums = async (by: string) => (await report(`by=${by}`)).items.map(({ key, amount }) => [key, amount]);
    expect(await sums("lga")).toEqual([
      ["Ikom", 1_600_016],
      ["Ogoja", 500_005],
    ]);
    expect(await sums("channel")).toEqual([
      ["card", 1_800_018],
      ["ussd", 300_003],
    ]);
    expect(await sums("day")).toEqual([
      ["2026-03-01", 100_001],
      ["2026-03-02", 500_005],
      ["2026-03-03", 1_500_015],
    ]);
  });

  it("the revenue report equals the sum of the settled payments to the kobo, in every grouping and in the exported file", async () => {
    const { rows } = await app.db.execute<{ amount: string; refunded: string }>(sql`
      select sum(amount)::text as amount, sum(refunded_amount)::text as refunded from transactions
      where type = 'tax_and_levy' and state <> 'failed' and completed_at >= ${at("2026-03-01", 0)}
        and completed_at < ${at("2026-03-04", 0)}`);
    for (const by of REVENUE_REPORT_GROUPINGS) {
      const { total } = await report(`by=${by}`);
      expect([by, String(total.amount), String(total.refunded)]).toEqual([by, rows[0]?.amount, rows[0]?.refunded]);
    }
    const { json } = await app.call("POST", "/wallets/revenue-report/export", {
      ...{ token: ada.token, headers: { "idempotency-key": uuid() } },
      body: { from: "2026-03-01", to: "2026-03-03", format: "csv" },
    });
    const file = await (await app.call("GET", `/exports/${json.data.token}`, { token: ada.token })).json.text();
    const lines = file.trim().split("\r\n").slice(1);
    expect(lines).toHaveLength(5);
    const nets = lines.map((line: string) => Math.round(Number(line.split(",").at(-1)?.replaceAll('"', "")) * 100));
    expect(nets.reduce((sum: number, net: number) => sum + net, 0)).toBe(1_600_012);
    expect(file).toContain("Without a revenue head");
  });

  it("the revenue report defaults to the last 31 days, and rejects more than 366 days and admins without the right to read the System Wallet", async () => {
    const call = (query: string, token = ada.token) => app.call("GET", `/wallets/revenue-report${query}`, { token });
    expect((await call("")).json.data.by).toBe("head");
    expect((await call("?from=2025-01-01&to=2026-03-01")).status).toBe(400);
    const stranger = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    expect((await call("", stranger.token)).status).toBe(403);
  });
});
