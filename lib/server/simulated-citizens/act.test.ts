// Slow: lets simulated citizens act on a real database, and draws their documents.
import { and, desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventOrders, tickets } from "@/lib/server/db/schema/event";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent, timeInHours } from "@/lib/server/testing/events";
import { makeGrantProgramme } from "@/lib/server/testing/grants";
import { fundAccount } from "@/lib/server/testing/ledger";
import { simulateReportAnswer } from "./answer";
import { simulateGrantApplication } from "./apply";
import { simulateTicketOrder } from "./buy";
import { simulateAccountOpening } from "./join";
import { simulatePayment } from "./pay";
import { randomCitizen } from "./random-citizen";
import { simulateReport } from "./report";
import { simulateTransfer } from "./send";

let app: TestApp;
const METHOD_ID = uuid();
const activeCitizens: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  const atMinute = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  for (let n = 0; n < 60; n++) activeCitizens.push((await makeUser(app, { tier: 1, joinedAt: atMinute(n * 100) })).id);
  await makeUser(app, { tier: 0, joinedAt: atMinute(50) });
  await makeUser(app, { tier: 1, status: "suspended", joinedAt: atMinute(150) });
  const rules = { minAmount: 10_000, maxAmount: 1_000_000 };
  await app.db
    .insert(paymentMethods)
    .values({ ...rules, id: METHOD_ID, code: "card", name: "Card", channel: "card", provider: "simulated" });
  const hours = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
  const category = { icon: "construction" as const, ...hours };
  await app.db.insert(ireportCategories).values([
    { ...category, id: uuid(), name: "Street lights" },
    { ...category, id: uuid(), name: "Of no demo" },
  ]);
});
afterAll(() => app.stop());

const AUDIT_DEVICE = "Citizen app simulated-citizens";
const newestAudit = async () => (await app.audit())[0];

describe("simulated citizens", () => {
  it("simulated citizens are active citizens with a tier, selected evenly by their joining date", async () => {
    const randomIds = await Promise.all(Array.from({ length: 200 }, () => randomCitizen(app.db)));
    expect(randomIds.every((id) => id !== null && activeCitizens.includes(id))).toBe(true);
    const countInRange = (from: number, to: number) =>
      randomIds.filter((id) => activeCitizens.slice(from, to).includes(id ?? "")).length;
    expect(new Set(randomIds).size).toBeGreaterThan(30);
    // About 50 of the 200 ids should be of the first 30 citizens, with a standard deviation of 6. A deviation of 30 is not chance.
    expect(countInRange(0, 30)).toBeGreaterThan(20);
    expect(countInRange(30, 60)).toBeGreaterThan(100);
  });

  it("simulated citizens begin a payment by the citizen app's API, once per interval", async () => {
    expect(await simulatePayment(app.db, 60)).toBe(true);
    const row = await newestAudit();
    expect(row).toMatchObject({ action: "transaction.beginFromApp", device: AUDIT_DEVICE });
    const isPayment = and(eq(transactions.id, row?.recordId ?? ""), eq(transactions.methodId, METHOD_ID));
    expect(await app.db.$count(transactions, isPayment)).toBe(1);
    expect(await simulatePayment(app.db, 60)).toBe(false);
  });

  it("simulated citizens open an account at tier 0, once per interval", async () => {
    expect(await simulateAccountOpening(app.db, 60)).toBe(true);
    const row = await newestAudit();
    expect(row).toMatchObject({ action: "user.openFromApp", device: AUDIT_DEVICE });
    const [user] = await app.db
      .select()
      .from(users)
      .where(eq(users.id, row?.recordId ?? ""));
    expect(user).toMatchObject({ tier: 0, app: "simulated-citizens" });
    expect(await simulateAccountOpening(app.db, 60)).toBe(false);
  });

  describe("buying tickets", () => {
    const newestOrder = async () => {
      const [newest] = await app.db
        .select({ order: eventOrders, payment: transactions })
        .from(eventOrders)
        .leftJoin(transactions, eq(transactions.id, eventOrders.transactionId))
        .orderBy(desc(eventOrders.id))
        .limit(1);
      if (!newest) throw new Error("There is no order.");
      return { ...newest, tickets: await app.db.$count(tickets, eq(tickets.orderId, newest.order.id)) };
    };

    it("simulated citizens order no tickets if no ticket type is on sale", async () => {
      await makeEvent(app, {
        types: [{ hidden: true }, { salesFrom: timeInHours(2) }, { quantity: 1, sold: 1 }],
        taken: 1,
      });
      await makeEvent(app, { state: "draft" });
      await makeEvent(app, { startsAt: timeInHours(-4), endsAt: timeInHours(-1) });
      expect(await simulateTicketOrder(app.db, -1)).toBe(false);
      expect(await app.db.$count(eventOrders)).toBe(0);
    });

    it("simulated citizens order at most three tickets and begin to pay with the payment provider", async () => {
      const { event } = await makeEvent(app);
      expect(await simulateTicketOrder(app.db, 60, 0, 0)).toBe(true);
      const { order, payment } = await newestOrder();
      expect(order).toMatchObject({ eventId: event.id, state: "reserved", total: order.quantity * 100_000 });
      expect(order.quantity).toBeLessThanOrEqual(3);
      expect(payment).toMatchObject({ type: "ticket", channel: "card", methodId: METHOD_ID, amount: order.total });
      expect(await newestAudit()).toMatchObject({ action: "event.payOrder", device: AUDIT_DEVICE });
      expect(await simulateTicketOrder(app.db, 60)).toBe(false);
      expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    });

    it("simulated citizens pay for tickets from the wallet and get them immediately if the balance suffices", async () => {
      const limits = { minAmount: 100, maxAmount: 1_000_000_000 };
      const wallet = { id: uuid(), code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger" } as const;
      await app.db.insert(paymentMethods).values({ ...limits, ...wallet });
      for (const id of activeCitizens) await fundAccount(app.db, id, 1_000_000);
      expect(await simulateTicketOrder(app.db, -1, 0, 1)).toBe(true);
      const { order, payment, tickets: boughtTickets } = await newestOrder();
      expect([order.state, payment?.channel, payment?.state]).toEqual(["paid", "wallet", "succeeded"]);
      expect(boughtTickets).toBe(order.quantity);
      expect(await findSeatMismatches(app.db, order.eventId)).toEqual([]);
    });

    it("simulated citizens leave some orders unpaid, and order free tickets without a payment", async () => {
      expect(await simulateTicketOrder(app.db, -1, 1)).toBe(true);
      expect(await newestOrder()).toMatchObject({ order: { state: "reserved" }, payment: null, tickets: 0 });
      const { event } = await makeEvent(app, { types: [{ price: 0, minPerOrder: 4, maxPerOrder: 4 }] });
      for (let n = 0; n < 30 && (await newestOrder()).order.eventId !== event.id; n++)
        await simulateTicketOrder(app.db, -1, 1);
      expect(await newestOrder()).toMatchObject({ order: { eventId: event.id, state: "paid", total: 0 }, tickets: 4 });
    });
  });

  it("simulated citizens apply for an open grant and upload drawn documents", async () => {
    expect(await simulateGrantApplication(app.db, 60)).toBe(false);
    const admin = await makeAdmin(app);
    const question = { required: true, choices: [] };
    const asked = { required: true, is_photo: true };
    const programme = await makeGrantProgramme(app, admin, {
      awardKind: "up_to",
      tierMin: 1,
      questions: [
        { ...question, id: uuid(), kind: "text", label: "Trade" },
        { ...question, id: uuid(), kind: "number", label: "Years" },
        { ...question, id: uuid(), kind: "choice", label: "Market", choices: ["Watt", "Marian"] },
        { ...question, id: uuid(), kind: "yes_no", label: "Registered?" },
      ],
      documents: [
        { ...asked, id: uuid(), label: "Photo" },
        { ...asked, id: uuid(), label: "Stall & paper", is_photo: false },
      ],
    });
    expect(await simulateGrantApplication(app.db, 60)).toBe(true);
    const [application] = await app.db.select().from(grantApplications);
    expect(application?.programmeId).toBe(programme.id);
    expect(Object.keys(application?.answers ?? {})).toHaveLength(4);
    expect(await app.db.$count(grantDocuments, eq(grantDocuments.applicationId, application?.id ?? ""))).toBe(2);
    expect(await newestAudit()).toMatchObject({ action: "grant.apply", outcome: "done", device: AUDIT_DEVICE });
    expect(await simulateGrantApplication(app.db, 60)).toBe(false);
    for (let n = 0; n < 4; n++) expect(await simulateGrantApplication(app.db, -1)).toBe(true);
    expect(await app.db.$count(grantApplications)).toBe(5);
  }, 60_000);

  it("simulated citizens file reports with complete texts from different LGAs", async () => {
    expect(await simulateReport(app.db, 60, 1)).toBe(true);
    expect(await newestAudit()).toMatchObject({ action: "ireport.file", outcome: "done", device: AUDIT_DEVICE });
    expect(await simulateReport(app.db, 60)).toBe(false);
    for (let n = 0; n < 30; n++) expect(await simulateReport(app.db, -1, 0)).toBe(true);
    const filedReports = await app.db.select().from(ireports);
    expect(filedReports).toHaveLength(31);
    expect(new Set(filedReports.map(({ title }) => title)).size).toBeGreaterThan(3);
    expect(new Set(filedReports.map(({ lga }) => lga)).size).toBeGreaterThan(3);
    expect(filedReports.filter(({ title, text }) => /\{|undefined/.test(title + text))).toEqual([]);
    expect(filedReports.filter(({ reporterId }) => reporterId === null)).toHaveLength(1);
  });

  it("simulated citizens answer an officer's question after a delay, once", async () => {
    const officer = await makeAdmin(app);
    const [report] = await app.db
      .select()
      .from(ireports)
      .where(eq(ireports.reporterId, activeCitizens.at(-1) ?? ""));
    const [anyReport] = report
      ? [report]
      : (await app.db.select().from(ireports)).filter(({ reporterId }) => reporterId);
    const since = new Date(Date.now() - 1_000);
    const { id, version } = anyReport ?? { id: "", version: 1 };
    const claimed = await app.call("PATCH", `/ireports/${id}/claim`, { token: officer.token, body: { version } });
    const asked = await app.call("PATCH", `/ireports/${id}/question`, {
      token: officer.token,
      body: { version: claimed.json.data?.version ?? version, text: "Which side of the street is it on?" },
    });
    expect([asked.status, asked.json.message]).toEqual([200, "OK"]);
    expect(await simulateReportAnswer(app.db, since)).toBe(false);
    expect(await simulateReportAnswer(app.db, new Date(Date.now() + 60_000), Date.now() + 120_000)).toBe(false);
    expect(await simulateReportAnswer(app.db, since, Date.now() + 120_000)).toBe(true);
    expect(await newestAudit()).toMatchObject({ action: "ireport.answer", recordId: id, device: AUDIT_DEVICE });
    expect(await simulateReportAnswer(app.db, since, Date.now() + 120_000)).toBe(false);
  });

  it("simulated citizens transfer or withdraw money of citizens who have enough, once per interval", async () => {
    const rules = { minAmount: 10_000, maxAmount: 1_000_000 };
    const methods = [
      { ...rules, id: uuid(), code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger" },
      { ...rules, id: uuid(), code: "bank", name: "Bank", channel: "bank_transfer", provider: "simulated" },
    ] as const;
    await app.db
      .insert(paymentMethods)
      .values([...methods])
      .onConflictDoNothing();
    for (const id of activeCitizens) await fundAccount(app.db, id, 5_000_000);
    const transactionKinds = new Set<string>();
    for (let attempts = 0; transactionKinds.size < 2 && attempts < 60; attempts++) {
      if (!(await simulateTransfer(app.db, 0))) continue;
      const row = await newestAudit();
      expect(row?.device).toBe(AUDIT_DEVICE);
      transactionKinds.add(row?.action ?? "");
    }
    expect([...transactionKinds].sort()).toEqual(["transaction.transferFromApp", "transaction.withdrawFromApp"]);
    expect(await simulateTransfer(app.db, 60)).toBe(false);
  });
});
