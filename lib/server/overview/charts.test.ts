import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, makeRights } from "@/lib/contract/access";
import { startOfDay } from "@/lib/server/base/time";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { readHomeCharts } from "./charts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const FEBRUARY = "?from=2024-02-28&to=2024-03-01";
const fetchCharts = async (token: string, query = FEBRUARY) =>
  (await app.call("GET", `/overview/charts${query}`, { token })).json.data;
/** Returns the start of a Lagos day, shifted by an offset in ms. */
const timeOfDay = (day: string, offsetMs = 0) => new Date(startOfDay(day).getTime() + offsetMs);

it("the payments chart sums by Lagos day and type, as the Transactions overview does", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  const user = await makeUser(app);
  const makePayment = (type: "ticket" | "transfer", amount: number, completedAt: Date) =>
    app.db.insert(transactions).values({
      ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: user.id, type, channel: "card", amount },
      ...{ state: "succeeded", createdAt: completedAt, completedAt },
    });
  await makePayment("ticket", 1, timeOfDay("2024-02-29", -1));
  await makePayment("ticket", 20, timeOfDay("2024-02-29"));
  await makePayment("transfer", 300, timeOfDay("2024-03-01", -1));
  await makePayment("transfer", 4_000, timeOfDay("2024-03-01"));
  await makePayment("transfer", 50_000, timeOfDay("2024-03-02"));
  const { payments, ...others } = await fetchCharts(token);
  expect(payments).toEqual({
    types: ["transfer", "ticket"],
    days: [
      { day: "2024-02-28", volumes: [0, 1] },
      { day: "2024-02-29", volumes: [300, 20] },
      { day: "2024-03-01", volumes: [4_000, 0] },
    ],
  });
  const overview = (await app.call("GET", `/transactions/overview${FEBRUARY}`, { token })).json.data;
  expect(overview.by_day.map(({ volume }: { volume: number }) => volume)).toEqual([1, 320, 4_000]);
  expect(Object.keys(others)).toEqual(["from", "to", "before_from", "before_to", "failed"]);
});

it("the KYC chart counts requests received and decided by Lagos day", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
  const { id } = await makeKycRequest(app, { submittedAt: timeOfDay("2024-02-29", -1) });
  await makeKycRequest(app, { submittedAt: timeOfDay("2024-02-29") });
  await app.db
    .update(kycRequests)
    .set({ decidedAt: timeOfDay("2024-03-02", -1) })
    .where(eq(kycRequests.id, id));
  const charts = await fetchCharts(token);
  expect(charts.kyc).toEqual([
    { day: "2024-02-28", received: 1, decided: 0 },
    { day: "2024-02-29", received: 1, decided: 0 },
    { day: "2024-03-01", received: 0, decided: 1 },
  ]);
  const list = await app.call("GET", "/kyc?submitted_from=2024-02-28&submitted_to=2024-03-01", { token });
  expect(list.json.data.total).toBe(2);
  expect([charts.payments, charts.ireports]).toEqual([undefined, undefined]);
});

describe("reports", () => {
  it("the reports chart counts reports by the Lagos days of opening and closing, as the overview of reports does", async () => {
    const { token } = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    // makeReport takes a minute for each of the three steps to a closed state.
    const submittedAt = timeOfDay("2024-02-29", -60_000);
    await makeIreport(app, { state: "resolved", submittedAt });
    await makeIreport(app, { state: "waiting_for_citizen", submittedAt });
    await makeIreport(app, { submittedAt: timeOfDay("2024-03-01") });
    const { ireports } = await fetchCharts(token);
    expect(ireports.map(({ opened, closed }: Record<string, number>) => [opened, closed])).toEqual([
      [2, 0],
      [0, 1],
      [1, 0],
    ]);
    const stats = (await app.call("GET", `/ireports/stats${FEBRUARY}`, { token })).json.data;
    expect(stats.by_day.map(({ submitted }: { submitted: number }) => submitted)).toEqual([2, 0, 1]);
  });

  it("the reports chart counts reports of private categories only for admins who may see them", async () => {
    const category = await makeIreportCategory(app, { private: true });
    const officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    const lead = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
    await makeIreport(app, { category, state: "resolved", submittedAt: timeOfDay("2023-05-01", 60_000) });
    const day = async (token: string) => (await fetchCharts(token, "?from=2023-05-01&to=2023-05-01")).ireports;
    expect(await day(officer.token)).toEqual([{ day: "2023-05-01", opened: 0, closed: 0 }]);
    expect(await day(lead.token)).toEqual([{ day: "2023-05-01", opened: 1, closed: 1 }]);
  });
});

it("Home has no charts without rights, charts of zeros without data, and refuses a wrong period", async () => {
  const nobody = await makeAdmin(app, { rights: makeRights({}) });
  expect(Object.keys(await fetchCharts(nobody.token))).toEqual(["from", "to", "before_from", "before_to", "failed"]);
  const { token } = await makeAdmin(app);
  const empty = await fetchCharts(token, "?from=2010-01-01&to=2010-01-02");
  expect(empty.payments).toEqual({
    types: [],
    days: [
      { day: "2010-01-01", volumes: [] },
      { day: "2010-01-02", volumes: [] },
    ],
  });
  expect(empty.kyc).toHaveLength(2);
  const { status } = await app.call("GET", "/overview/charts?from=2024-02-02&to=2024-02-01", { token });
  expect(status).toBe(400);
});

it("Home returns the other charts if one can't be read in time", async () => {
  const admin = { id: uuid(), rights: ALL_RIGHTS } as Parameters<typeof readHomeCharts>[1];
  const charts = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table kyc_requests in access exclusive mode`);
    // Uses a long time limit, which only the locked chart exceeds even on a slow machine.
    return readHomeCharts(app.db, admin, { days: "7" }, 2_000);
  });
  expect(charts.failed).toEqual(["chart:kyc"]);
  expect([charts.payments?.days.length, charts.kyc, charts.ireports?.length]).toEqual([7, undefined, 7]);
  expect((await readHomeCharts(app.db, admin, { days: "7" })).failed).toEqual([]);
});
