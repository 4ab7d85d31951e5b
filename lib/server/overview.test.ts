import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, makeRights, PERMISSION_FLAGS } from "@/lib/contract/access";
import { COUNT_CAP } from "@/lib/contract/common";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { HomeFigure } from "@/lib/contract/overview";
import { lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { listTotalOfLink } from "@/lib/server/testing/home";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePromotion } from "@/lib/server/testing/promotions";
import { makeTicket } from "@/lib/server/testing/tickets";
import { comparedPeriodOf, readHomeFigures } from "./overview/figures";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 10 });
});
afterAll(() => app.stop());

type Figures = Awaited<ReturnType<typeof readHomeFigures>>;
const fetchFigures = async (token: string, query = ""): Promise<Figures> => {
  const { status, json } = await app.call("GET", `/overview${query}`, { token });
  expect(status).toBe(200);
  return json.data;
};
const figureOf = (figures: Figures, feature: string, id: string): HomeFigure | undefined =>
  figures.modules.find((module) => module.feature === feature)?.figures.find((figure) => figure.id === id);
const DAY_MS = 86_400_000;

const makePayment = async (
  state: "succeeded" | "failed" | "pending" | "processing",
  amount: number,
  at: Date,
  type: "ticket" | "transfer" = "ticket",
) => {
  const user = await makeUser(app);
  await app.db.insert(transactions).values({
    ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: user.id, type, channel: "wallet", amount, fee: 1, state },
    ...{ createdAt: at, completedAt: state === "succeeded" || state === "failed" ? at : null },
  });
};

describe("on data of every module", () => {
  beforeAll(async () => {
    const admin = await makeAdmin(app, { rights: ALL_RIGHTS });
    const now = new Date();
    const tenDaysAgo = new Date(Date.now() - 10 * DAY_MS);
    for (const at of [now, tenDaysAgo]) {
      await makeKycRequest(app, { submittedAt: at });
      await makePayment("succeeded", 100, at);
      await makePayment("failed", 100, at);
      await makeIreport(app, { submittedAt: at });
      await makeUser(app, { joinedAt: at });
    }
    await makePayment("pending", 100, now);
    await makeIreport(app, { category: await makeIreportCategory(app, { private: true }), title: "Private canary" });
    await makeTicket(app, await makeEvent(app));
    await contentEntryCallsOf(app, admin, "faq").published(faqContent("How do I pay?"));
    await makeBroadcast(app, admin.id, { state: "sent" });
    await makePromotion(app, admin, { state: "active" });
    await makePromotion(app, admin, { state: "paused" });
    const programme = await makeGrantProgramme(app, admin, {});
    await makeGrantApplication(app, programme, { state: "approved" });
    await makeGrantApplication(app, programme, { state: "payment_failed" });
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 5_000_050);
    await app.call("POST", "/wallets/movements", {
      token: (await makeAdmin(app)).token,
      headers: { "idempotency-key": uuid() },
      body: { kind: "withdraw", account: "grants_pool", amount: 50, note: "Paid to the bank", submit: true },
    });
  });

  it.each(["", "?days=1", "?days=30", `?from=${lagosDayOf(new Date(Date.now() - 12 * DAY_MS))}`])(
    "with the query string '%s', each count on Home equals the number of rows in the list that it links to",
    async (query) => {
      const admin = await makeAdmin(app, { rights: ALL_RIGHTS });
      const { modules } = await fetchFigures(admin.token, query);
      expect(modules.map(({ feature }) => feature)).toEqual([...FEATURES].sort((a, b) => order(a) - order(b)));
      let compared = 0;
      for (const { feature, failed, figures } of modules) {
        expect([feature, failed, figures.length > 0]).toEqual([feature, false, true]);
        for (const { label, url, unit, value } of figures.filter((each) => each.unit === "count" && each.url)) {
          const total = await listTotalOfLink(app, admin.token, url ?? "");
          expect([feature, label, unit, total]).toEqual([feature, label, unit, value]);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(20);
      function order(feature: string) {
        return modules.findIndex((module) => module.feature === feature);
      }
    },
  );

  it("Home does not count reports of private categories for an officer who may not see them", async () => {
    const officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }) });
    const lead = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
    const openFor = async (token: string) => figureOf(await fetchFigures(token), "iReports", "open")?.value ?? -1;
    expect(await openFor(lead.token)).toBe((await openFor(officer.token)) + 1);
  });

  it.each(FEATURES)("Home shows an admin who may only read %s the figures of no other module", async (feature) => {
    const { token } = await makeAdmin(app, { rights: makeRights({ [feature]: ["read"] }) });
    expect((await fetchFigures(token)).modules.map((module) => module.feature)).toEqual([feature]);
  });

  it("Home shows no figures without a right to read", async () => {
    const flags = PERMISSION_FLAGS.filter((flag) => flag !== "read");
    const rights = makeRights(Object.fromEntries(FEATURES.map((feature) => [feature, flags])));
    expect((await fetchFigures((await makeAdmin(app, { rights })).token)).modules).toEqual([]);
  });

  it("Home marks a module that fails, and shows the others", async () => {
    const admin = { id: uuid(), rights: ALL_RIGHTS } as Parameters<typeof readHomeFigures>[1];
    const failing = {
      feature: "Grants" as const,
      work: [],
      changes: [],
      figures: async () => {
        throw new Error("broken");
      },
    };
    const good = { feature: "Events" as const, work: [], changes: [], figures: async () => [] };
    const { modules } = await readHomeFigures(app.db, admin, { days: "7" }, { modules: [failing, good] });
    expect(modules).toEqual([
      { feature: "Grants", failed: true, figures: [] },
      { feature: "Events", failed: false, figures: [] },
    ]);
  });
});

describe("period", () => {
  it.each([
    ["the last of a month", { from: "2026-10-31", to: "2026-10-31" }, "2026-10-30", "2026-10-30"],
    ["a month", { from: "2026-11-01", to: "2026-11-30" }, "2026-10-02", "2026-10-31"],
    ["February of a leap year", { from: "2028-02-01", to: "2028-02-29" }, "2028-01-03", "2028-01-31"],
    ["29 February", { from: "2028-02-29", to: "2028-02-29" }, "2028-02-28", "2028-02-28"],
    ["1 March of a leap year", { from: "2028-03-01", to: "2028-03-01" }, "2028-02-29", "2028-02-29"],
    ["1 March of another year", { from: "2027-03-01", to: "2027-03-01" }, "2027-02-28", "2027-02-28"],
    ["a new year", { from: "2027-01-01", to: "2027-01-02" }, "2026-12-30", "2026-12-31"],
    ["a leap year", { from: "2028-01-01", to: "2028-12-31" }, "2026-12-31", "2027-12-31"],
  ])("the period of Home compares %s with as many days before", (_name, days, before_from, before_to) => {
    expect(comparedPeriodOf({ days: "7", ...days })).toEqual({ ...days, before_from, before_to });
  });

  it("the period of Home ends today if `to` is missing, and is counted back from `to` if `from` is missing", () => {
    const today = lagosDayOf(new Date());
    expect(comparedPeriodOf({ days: "7", from: today })).toMatchObject({ from: today, to: today });
    expect(comparedPeriodOf({ days: "7", to: "2026-03-03" })).toMatchObject({ from: "2026-02-25", to: "2026-03-03" });
  });

  it("the period of Home divides payments at Lagos midnight, on 29 February and at the end of a month", async () => {
    const { token } = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    const at = (day: string, offset: number) => new Date(startOfDay(day).getTime() + offset);
    await makePayment("succeeded", 1, at("2024-02-28", 0));
    await makePayment("succeeded", 10, at("2024-02-29", -1));
    await makePayment("succeeded", 100, at("2024-02-29", 0));
    await makePayment("succeeded", 1_000, at("2024-03-01", -1));
    await makePayment("succeeded", 10_000, at("2024-03-01", 0));
    const volume = async (from: string, to: string) => {
      const figure = figureOf(await fetchFigures(token, `?from=${from}&to=${to}`), "Transactions", "volume");
      return [figure?.value, figure?.before];
    };
    expect(await volume("2024-02-29", "2024-02-29")).toEqual([1_100, 11]);
    expect(await volume("2024-03-01", "2024-03-01")).toEqual([10_000, 1_100]);
    expect(await volume("2024-02-01", "2024-02-29")).toEqual([1_111, 0]);
    expect(await volume("2024-03-01", "2024-03-31")).toEqual([10_000, 1_111]);
  });

  it.each(["?days=8", "?from=2026-11-02&to=2026-11-01", "?from=2024-01-01&to=2025-06-01", "?from=2026-02-30", "?x=1"])(
    "the period of Home refuses %s",
    async (query) => {
      const { token } = await makeAdmin(app);
      expect((await app.call("GET", `/overview${query}`, { token })).status).toBe(400);
    },
  );
});

it("the payment figures on Home equal those of the Transactions overview for the same days, to the kobo", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  await makePayment("succeeded", 1_234_567, new Date(), "transfer");
  const { now, before } = (await app.call("GET", "/transactions/overview?days=30", { token })).json.data;
  const figures = await fetchFigures(token, "?days=30");
  const paymentFigure = (id: string) => figureOf(figures, "Transactions", id);
  expect([paymentFigure("volume")?.value, paymentFigure("volume")?.before]).toEqual([now.volume, before.volume]);
  expect([paymentFigure("paid")?.value, paymentFigure("failed")?.value]).toEqual([now.succeeded, now.failed]);
  expect(paymentFigure("failed")?.before).toBe(before.failed);
});

it("Home shows the same amounts of the settlement float as its account page", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
  const { items } = (await app.call("GET", "/wallets/accounts", { token })).json.data;
  const float = items.find((each: { account: string }) => each.account === "settlement_float");
  expect(figureOf(await fetchFigures(token), "System Wallet", "float")).toMatchObject({
    value: float.balance,
    url: "/dashboard/wallets/settlement-float?saved=all",
  });
});

it("Home shows no comparison with the previous period for a count that stopped at the cap of lists", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
  const { id } = await makeIreport(app, { submittedAt: startOfDay("2019-06-02") });
  const { rows } = await app.db.execute<{
    names: string;
  }>(sql`select string_agg(quote_ident(column_name), ', ') as names
    from information_schema.columns where table_name = 'ireports' and is_generated = 'NEVER'
      and column_name not in ('id', 'number')`);
  const names = sql.raw(rows[0]?.names ?? "");
  await app.db.execute(sql`insert into ireports (id, number, ${names})
    select gen_random_uuid(), 'IR-8' || n, ${names} from ireports, generate_series(1, ${COUNT_CAP}) n where id = ${id}`);
  const submittedOn = async (day: string) => {
    const figure = figureOf(await fetchFigures(token, `?from=${day}&to=${day}`), "iReports", "submitted");
    return [figure?.value, figure?.is_capped, figure?.before];
  };
  expect(await submittedOn("2019-06-01")).toEqual([0, false, 0]);
  expect(await submittedOn("2019-06-02")).toEqual([COUNT_CAP, true, null]);
  expect(await submittedOn("2019-06-03")).toEqual([0, false, null]);
});
