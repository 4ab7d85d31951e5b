import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { hashIdentityNumber } from "@/lib/server/base/secret";
import { addDays, lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePromotion, makeRedemption } from "@/lib/server/testing/promotions";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
const makeRunning = async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
};
beforeAll(makeRunning);
afterAll(() => app.stop());

const today = lagosDayOf(new Date());
const startOfDayPlus = (days: number) => new Date(startOfDay(addDays(today, days)).getTime() + 1_000);
const fetchAs = (path: string) => app.call("GET", `/promotions${path}`, { token: ada.token });
const fetchData = async (path: string) => (await fetchAs(path)).json.data;
const startedFields = { startsAt: startOfDayPlus(-20) };

describe("the figures of a promotion", () => {
  it("returns figures of 0 for a draft, and 404 for an unknown promotion", async () => {
    const draft = await makePromotion(app, ada, { state: "draft" });
    expect(await fetchData(`/${draft.id}/figures`)).toEqual({
      ...{ uses: 0, users: 0, given: 0, reserved: 0, returned: 0, left: 1_000_000 },
      ...{ pace: 0, ends_at_this_pace: null, by_day: [], payments: [] },
    });
    expect((await fetchAs(`/${ada.id}/figures`)).status).toBe(404);
    const adminWithoutRights = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await app.call("GET", `/promotions/${draft.id}/figures`, { token: adminWithoutRights.token })).status).toBe(
      403,
    );
  });

  it("groups a promotion's figures by day, compares payments with and without it, and forecasts its budget's end", async () => {
    const promotion = await makePromotion(app, ada, startedFields);
    const user = await makeUser(app);
    await makeRedemption(app, promotion, { userId: user.id, amount: 7_000, createdAt: startOfDayPlus(0) });
    await makeRedemption(app, promotion, {
      userId: user.id,
      amount: 7_000,
      returned: 2_000,
      createdAt: startOfDayPlus(-6),
    });
    await makeRedemption(app, promotion, { amount: 9_000, createdAt: startOfDayPlus(-7) });
    await makeRedemption(app, promotion, { amount: 2_000, state: "reserved", createdAt: startOfDayPlus(0) });
    await makeRedemption(app, promotion, { amount: 5_000, state: "released", createdAt: startOfDayPlus(0) });
    await makeRedemption(app, promotion, { amount: 3_000, state: "returned", createdAt: startOfDayPlus(-1) });
    const other = await makePromotion(app, ada, startedFields);
    await makeRedemption(app, other, { amount: 4_000, payment: 44_000, createdAt: startOfDayPlus(0) });
    const figures = await fetchData(`/${promotion.id}/figures`);
    expect(figures).toMatchObject({
      ...{ uses: 3, users: 2, given: 21_000, reserved: 2_000, returned: 5_000, left: 977_000, pace: 1_714 },
      ends_at_this_pace: null,
    });
    expect(figures.by_day).toHaveLength(21);
    // The number of uses equals the linked list's total and the sum of the days.
    const list = await fetchData(`/redemptions?promotion=${promotion.id}&state=redeemed`);
    expect(list.total).toBe(figures.uses);
    expect(figures.by_day.reduce((sum: number, { uses }: { uses: number }) => sum + uses, 0)).toBe(figures.uses);
    expect(figures.by_day[20]).toEqual({ day: today, uses: 1, amount: 7_000 });
    expect(figures.by_day[14]).toEqual({ day: addDays(today, -6), uses: 1, amount: 5_000 });
    expect(figures.by_day[19]).toEqual({ day: addDays(today, -1), uses: 0, amount: 0 });
    const day = { with: 1, with_amount: 70_000, without: 1, without_amount: 44_000 };
    expect(figures.payments.at(-1)).toEqual({ day: today, ...day });
    expect(figures.payments.at(-2)).toMatchObject({ with: 1, with_amount: 30_000, without: 0, without_amount: 0 });
  });

  it("counts for a promotion only payments by its channels", async () => {
    const promotion = await makePromotion(app, ada, { ...startedFields, types: ["tax_and_levy"], channels: ["ussd"] });
    const otherChannel = await makePromotion(app, ada, {
      ...startedFields,
      types: ["tax_and_levy"],
      channels: ["card"],
    });
    await makeRedemption(app, promotion, { amount: 100, createdAt: startOfDayPlus(0) });
    expect((await fetchData(`/${promotion.id}/figures`)).payments.at(-1)).toMatchObject({ with: 1, without: 0 });
    expect((await fetchData(`/${otherChannel.id}/figures`)).payments.at(-1)).toMatchObject({ with: 0, without: 0 });
  });

  it("averages a new promotion's daily benefit over the days since its start", async () => {
    const newPromotion = await makePromotion(app, ada, { startsAt: startOfDayPlus(-1), budget: 70_000 });
    await makeRedemption(app, newPromotion, { amount: 20_000, createdAt: startOfDayPlus(0) });
    expect((await fetchData(`/${newPromotion.id}/figures`)).pace).toBe(10_000);
    const today = await makePromotion(app, ada, { startsAt: startOfDayPlus(0), budget: 70_000 });
    await makeRedemption(app, today, { amount: 20_000, createdAt: startOfDayPlus(0) });
    expect((await fetchData(`/${today.id}/figures`)).pace).toBe(20_000);
  });

  it("forecasts the end of a promotion's budget within a year, and only while the promotion is active", async () => {
    const values = { ...startedFields, budget: 70_000 };
    const running = await makePromotion(app, ada, values);
    await makeRedemption(app, running, { amount: 35_000, createdAt: startOfDayPlus(0) });
    const { pace, ends_at_this_pace } = await fetchData(`/${running.id}/figures`);
    expect(pace).toBe(5_000);
    expect(Date.parse(ends_at_this_pace) / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 7, 2);
    const ended = await makePromotion(app, ada, { ...values, state: "ended" });
    await makeRedemption(app, ended, { amount: 35_000, createdAt: startOfDayPlus(-3) });
    const figures = await fetchData(`/${ended.id}/figures`);
    expect(figures).toMatchObject({ pace: 5_000, ends_at_this_pace: null });
    expect(figures.by_day.at(-1).day).toBe(addDays(today, -3));
  });
});

describe("redemptions", () => {
  it("filters, sorts, pages and exports the list of promotion redemptions", async () => {
    const promotion = await makePromotion(app, ada, { name: "Listed", codes: ["LISTED-1"] });
    const user = await makeUser(app, { firstName: "Nkoyo", lastName: "Effiom" });
    const created = [];
    for (let n = 0; n < 25; n++)
      created.push(
        await makeRedemption(app, promotion, {
          amount: 1_000 + n,
          createdAt: new Date(startOfDayPlus(-1).getTime() + n * 1_000),
          state: n % 5 === 0 ? "released" : "redeemed",
          code: n === 3 ? "LISTED-1" : null,
          ...(n === 7 && { userId: user.id }),
        }),
      );
    const list = (query: string) => fetchData(`/redemptions?promotion=${promotion.id}${query}`);
    const first = await list("");
    expect(first).toMatchObject({ page: 0, size: 20, total: 25, totalIsCapped: false });
    expect(first.items[0]).toMatchObject({
      id: created[24]?.id,
      promotion: { id: promotion.id, name: "Listed" },
      transaction: { id: created[24]?.transactionId, state: "succeeded", amount: 10_240 },
      ...{ state: "redeemed", code: null, kind: "percentage", amount: 1_024, returned: 0 },
    });
    expect((await list("&page=1")).items).toHaveLength(5);
    expect((await list("&page=9")).items).toEqual([]);
    expect((await list("&sort=amount")).items[0].amount).toBe(1_000);
    expect((await list("&state=released")).total).toBe(5);
    expect((await list("&state=released,redeemed")).total).toBe(25);
    expect(await list("&state=returned")).toMatchObject({ items: [], total: 0 });
    expect((await list(`&from=${today}`)).total).toBe(0);
    expect((await list(`&to=${addDays(today, -1)}&user=${user.id}`)).items).toMatchObject([{ id: created[7]?.id }]);
    expect((await fetchData(`/redemptions?transaction=${created[2]?.transactionId}`)).items).toMatchObject([
      { id: created[2]?.id },
    ]);
    const reference = first.items[0].transaction.reference;
    expect((await list(`&q=${reference}`)).items).toMatchObject([{ id: created[24]?.id }]);
    expect((await list("&q=listed-1")).items).toMatchObject([{ id: created[3]?.id, code: "LISTED-1" }]);
    expect((await list("&q=nkoyo%20eff")).items).toMatchObject([
      { id: created[7]?.id, user: { name: "Nkoyo Effiom" } },
    ]);
    const released = await fetchData("/redemptions?state=released,returned&sort=created_at");
    expect(released.items.every(({ state }: { state: string }) => state !== "redeemed")).toBe(true);
    expect((await fetchAs("/redemptions?state=gone")).status).toBe(400);
    expect((await fetchAs("/redemptions?page=900000&sort=amount")).status).toBe(400);

    const body = { promotion: promotion.id, state: "released" };
    const link = await app.call("POST", "/promotions/redemptions/export", { token: ada.token, body });
    expect(link).toMatchObject({ status: 200, json: { data: { rows: 5 } } });
    expect((await app.audit())[0]).toMatchObject({
      action: "promotion.exportRedemptions",
      recordName: "promotion-redemptions",
      after: { ...body, rows: 5, format: "csv" },
    });
    const reader = await makeAdmin(app, { rights: makeRights({ Promotions: ["read"] }) });
    expect((await app.call("POST", "/promotions/redemptions/export", { token: reader.token, body })).status).toBe(403);
  });
});

describe("accounts with shared data", () => {
  beforeEach(async () => {
    await app.stop();
    await makeRunning();
  });
  const makeUserWithKyc = async (values: Parameters<typeof makeKycRequest>[1]) =>
    (await makeKycRequest(app, values)).user.id;
  const device = (name: string) => ({ deviceHash: hashIdentityNumber(name), deviceEnding: name.slice(-4) });

  it("lists accounts that share a device, phone or identity number, without the full values", async () => {
    const promotion = await makePromotion(app, ada, {});
    const other = await makePromotion(app, ada, {});
    const number = { identityNumberHash: hashIdentityNumber("98765432101"), identityNumberLast4: "2101" };
    const approvedUser = await makeUserWithKyc({ ...number, state: "approved" });
    const pendingUser = await makeUserWithKyc({ ...number, state: "pending", identityNumberLast4: "2101" });
    const uniqueNumber = { identityNumberHash: hashIdentityNumber("1"), identityNumberLast4: "0001" };
    const samePhone = await makeUserWithKyc({ ...uniqueNumber, phone: "+2348099990000" });
    const samePhoneToo = await makeUserWithKyc({
      identityNumberHash: hashIdentityNumber("2"),
      phone: "+2348099990000",
    });
    const rejected = await makeUserWithKyc({ ...number, state: "rejected" });
    for (const userId of [approvedUser, pendingUser, samePhone, samePhoneToo, rejected])
      await makeRedemption(app, promotion, { userId, amount: 500 });
    await makeRedemption(app, other, { userId: approvedUser, amount: 300, ...device("phone-AAAA") });
    await makeRedemption(app, other, { userId: approvedUser, amount: 300, ...device("phone-AAAA") });
    const sameDevice = await makeRedemption(app, other, { amount: 300, returned: 100, ...device("phone-AAAA") });
    const sameDeviceToo = await makeRedemption(app, other, { amount: 300, ...device("phone-AAAA") });
    await makeRedemption(app, other, { amount: 300, state: "released", ...device("phone-AAAA") });
    await makeRedemption(app, other, { amount: 300, ...device("phone-BBBB") });

    const allClusters = await fetchData("/abuse");
    expect(allClusters).toMatchObject({ total: 3, page: 0 });
    expect(allClusters.items[0]).toMatchObject({ kind: "device", ending: "AAAA", accounts: 3, uses: 4, amount: 1_100 });
    expect(allClusters.items[0].users.map(({ id, uses }: { id: string; uses: number }) => [id, uses])).toEqual([
      [approvedUser, 2],
      [sameDeviceToo.userId, 1],
      [sameDevice.userId, 1],
    ]);
    const clustersByNumber = await fetchData("/abuse?kind=identity_number");
    expect(clustersByNumber.items).toMatchObject([{ kind: "identity_number", ending: "2101", accounts: 2, uses: 4 }]);
    expect(clustersByNumber.items[0].users.map(({ id }: { id: string }) => id).sort()).toEqual(
      [approvedUser, pendingUser].sort(),
    );
    expect((await fetchData("/abuse?kind=phone")).items).toMatchObject([
      { kind: "phone", ending: "0000", accounts: 2 },
    ]);
    expect(JSON.stringify(allClusters)).not.toMatch(/98765432101|8099990000|[0-9a-f]{64}/);
    expect((await fetchData(`/abuse?promotion=${promotion.id}`)).items).toMatchObject([
      { amount: 1_000 },
      { amount: 1_000 },
    ]);
    expect(await fetchData(`/abuse?promotion=${other.id}&kind=phone`)).toMatchObject({ items: [], total: 0 });
    expect((await fetchData("/abuse?sort=amount")).items.map(({ amount }: { amount: number }) => amount)).toEqual([
      1_000, 1_100, 1_600,
    ]);
    expect((await fetchData("/abuse?q=aaaa")).total).toBe(1);
    expect((await fetchData("/abuse?q=Ekaette")).total).toBe(3);
    expect(await fetchData("/abuse?q=%25")).toMatchObject({ items: [], total: 0 });
    expect(await fetchData("/abuse?page=3")).toMatchObject({ items: [], total: 3 });
    expect((await fetchAs("/abuse?kind=shoe")).status).toBe(400);
  });
});

describe("the overview", () => {
  it("returns in the promotion overview current counts, sums compared with the previous period, and problems", async () => {
    await app.stop();
    await makeRunning();
    await fundAccount(app.db, IDS.promotions_pool, 500_000);
    const bigPromotion = await makePromotion(app, ada, { name: "Big", ...startedFields });
    const smallPromotion = await makePromotion(app, ada, { name: "Small", ...startedFields });
    await makePromotion(app, ada, { state: "draft" });
    await makePromotion(app, ada, { state: "scheduled", startsAt: startOfDayPlus(3) });
    // Creates promotions whose start or end has passed, but whose stored state has not changed yet.
    await makePromotion(app, ada, { state: "scheduled", ...startedFields });
    await makePromotion(app, ada, { state: "active", startsAt: startOfDayPlus(-20), endsAt: startOfDayPlus(-2) });
    await makePromotion(app, ada, { state: "paused" });
    const user = await makeUser(app);
    await makeRedemption(app, bigPromotion, { amount: 5_000, userId: user.id, createdAt: startOfDayPlus(0) });
    await makeRedemption(app, bigPromotion, { amount: 5_000, userId: user.id, createdAt: startOfDayPlus(-6) });
    await makeRedemption(app, smallPromotion, { amount: 400, createdAt: startOfDayPlus(-2), state: "reserved" });
    await makeRedemption(app, smallPromotion, { amount: 900, createdAt: startOfDayPlus(-2), state: "released" });
    await makeRedemption(app, smallPromotion, { amount: 300, createdAt: startOfDayPlus(-7) });
    const overview = await fetchData("/overview?days=7");
    expect(overview).toMatchObject({
      ...{
        active: 3,
        scheduled: 1,
        paused: 1,
        drafts: 1,
        pool: 500_000,
        pool_available: 500_000,
        budget_left: 2_989_300,
      },
      now: { uses: 2, given: 10_000, payments: 2, users: 1 },
      before: { uses: 1, given: 300, payments: 1, users: 1 },
      top: [{ id: bigPromotion.id, period_uses: 2, period_given: 10_000 }],
      out_of_pool: [],
      abuse: 0,
    });
    expect(overview.by_day).toHaveLength(7);
    expect(overview.by_day[6]).toEqual({ day: today, uses: 1, amount: 5_000 });
    expect((await fetchData("/overview")).by_day).toHaveLength(30);
    // The sum of the two budgets exceeds JavaScript's largest safe integer.
    for (let n = 0; n < 2; n++) await makePromotion(app, ada, { budget: 9e15 });
    expect((await fetchData("/overview")).budget_left).toBe(Number.MAX_SAFE_INTEGER);
    expect((await fetchAs("/overview?days=8")).status).toBe(400);
  });
});
