import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { answerWhenAsked } from "./answer";
import { anybody } from "./anybody";
import { payNowAndThen } from "./pay";
import { reportNowAndThen } from "./report";

let app: TestApp;
const method = uuid();
const able: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  for (let n = 0; n < 60; n++) able.push((await makeUser(app, { tier: 1, joinedAt: at(n * 100) })).id);
  await makeUser(app, { tier: 0, joinedAt: at(50) });
  await makeUser(app, { tier: 1, status: "suspended", joinedAt: at(150) });
  const rules = { minAmount: 10_000, maxAmount: 1_000_000 };
  await app.db
    .insert(paymentMethods)
    .values({ ...rules, id: method, code: "card", name: "Card", channel: "card", provider: "simulated" });
  const hours = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
  const category = { icon: "construction" as const, ...hours };
  await app.db.insert(ireportCategories).values([
    { ...category, id: uuid(), name: "Street lights" },
    { ...category, id: uuid(), name: "Of no demo" },
  ]);
});
afterAll(() => app.stop());

const DEVICE = "Citizen app simulated-citizens";
const newestAudit = async () => (await app.audit())[0];

describe("simulated citizens", () => {
  it("are many: whoever is active and has a tier, all over the time in which people joined", async () => {
    const chosen = await Promise.all(Array.from({ length: 200 }, () => anybody(app.db)));
    expect(chosen.every((id) => id !== null && able.includes(id))).toBe(true);
    const half = (from: number, to: number) => chosen.filter((id) => able.slice(from, to).includes(id ?? "")).length;
    expect(new Set(chosen).size).toBeGreaterThan(30);
    expect(half(0, 30)).toBeGreaterThan(40);
    expect(half(30, 60)).toBeGreaterThan(40);
  });

  it("pay now and then, through the app's door", async () => {
    expect(await payNowAndThen(app.db, 60)).toBe(true);
    const row = await newestAudit();
    expect(row).toMatchObject({ action: "transaction.beginFromApp", device: DEVICE });
    const paid = and(eq(transactions.id, row?.recordId ?? ""), eq(transactions.methodId, method));
    expect(await app.db.$count(transactions, paid)).toBe(1);
    expect(await payNowAndThen(app.db, 60)).toBe(false);
  });

  it("file reports that a person could have written, each somewhere in the state", async () => {
    expect(await reportNowAndThen(app.db, 60, 1)).toBe(true);
    expect(await newestAudit()).toMatchObject({ action: "ireport.file", outcome: "done", device: DEVICE });
    expect(await reportNowAndThen(app.db, 60)).toBe(false);
    for (let n = 0; n < 30; n++) expect(await reportNowAndThen(app.db, -1, 0)).toBe(true);
    const filed = await app.db.select().from(ireports);
    expect(filed).toHaveLength(31);
    expect(new Set(filed.map(({ title }) => title)).size).toBeGreaterThan(3);
    expect(new Set(filed.map(({ lga }) => lga)).size).toBeGreaterThan(3);
    expect(filed.filter(({ title, text }) => /\{|undefined/.test(title + text))).toEqual([]);
    expect(filed.filter(({ reporterId }) => reporterId === null)).toHaveLength(1);
  });

  it("answer a while after the desk asked", async () => {
    const officer = await makeAdmin(app);
    const [report] = await app.db
      .select()
      .from(ireports)
      .where(eq(ireports.reporterId, able.at(-1) ?? ""));
    const [any] = report ? [report] : (await app.db.select().from(ireports)).filter(({ reporterId }) => reporterId);
    const since = new Date(Date.now() - 1_000);
    const { id, version } = any ?? { id: "", version: 1 };
    const claimed = await app.call("PATCH", `/ireports/${id}/claim`, { token: officer.token, body: { version } });
    const asked = await app.call("PATCH", `/ireports/${id}/question`, {
      token: officer.token,
      body: { version: claimed.json.data?.version ?? version, text: "Which side of the street is it on?" },
    });
    expect([asked.status, asked.json.message]).toEqual([200, "OK"]);
    expect(await answerWhenAsked(app.db, since)).toBe(false);
    expect(await answerWhenAsked(app.db, new Date(Date.now() + 60_000), Date.now() + 120_000)).toBe(false);
    expect(await answerWhenAsked(app.db, since, Date.now() + 120_000)).toBe(true);
    expect(await newestAudit()).toMatchObject({ action: "ireport.answer", recordId: id, device: DEVICE });
    expect(await answerWhenAsked(app.db, since, Date.now() + 120_000)).toBe(false);
  });
});
