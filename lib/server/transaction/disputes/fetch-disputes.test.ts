import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { disputes } from "@/lib/server/db/schema/dispute";
import { notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactions } from "@/lib/server/db/schema/transaction";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { providerLine } from "@/lib/server/system-logs/status/provider-line";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeCardPayment,
  makeDispute,
  replaceProviderDisputes,
  reportedDispute,
  timeInHours,
} from "@/lib/server/testing/disputes";
import { PAYSTACK_KEY, paystackWebhook } from "@/lib/server/testing/fake-paystack";
import { changeSettings } from "@/lib/server/testing/settings";
import { processStoredProviderEvents } from "@/lib/server/transaction/process-stored-events";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";
import { fetchDisputes } from "./fetch-disputes";
import { readDisputeLoss } from "./loss";
import { remindOfDisputes } from "./notify-answerers";

const settings = changeSettings();
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let provider: ReturnType<typeof replaceProviderDisputes>;

beforeAll(async () => {
  settings.simulatedProvider = true;
  settings.paystackSecretKeys = [];
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: makeRights({ Transactions: ["read", "update"] }) });
  await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  provider = replaceProviderDisputes();
});
beforeEach(async () => {
  provider.reported.length = 0;
  provider.list.mockClear();
  await app.db.delete(disputes);
  await app.db.delete(notices);
});
afterAll(async () => {
  provider.restore();
  await app.stop();
});

const readDispute = async (reference: string) =>
  (await app.db.select().from(disputes).where(eq(disputes.reference, reference)))[0];
const stateOf = async (id: string) =>
  (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0]?.state;
const noticesOf = async () =>
  (await app.db.select().from(notices)).map(({ adminId, params }) => [adminId, params.title]);

describe("reading disputes", () => {
  it("fetchDisputes stores a new dispute once, marks its payment as disputed and notifies admins who may answer", async () => {
    const payment = await makeCardPayment(app);
    provider.reported.push(reportedDispute(payment.reference));
    expect([await fetchDisputes(app.db), await fetchDisputes(app.db)]).toEqual([1, 0]);
    expect(await readDispute(payment.reference)).toMatchObject({
      transactionId: payment.id,
      state: "needs_answer",
      amount: 101_500,
      version: 1,
    });
    expect(await stateOf(payment.id)).toBe("disputed");
    expect((await app.audit(payment.id)).map(({ action, adminId, after }) => [action, adminId, after?.state])).toEqual([
      ["transaction.disputeOpened", null, "disputed"],
    ]);
    expect(await noticesOf()).toEqual([[admin.id, "A dispute needs an answer"]]);
  });

  it("fetchDisputes stores a changed state and resolution with an audit row, but does not record the payment's outcome", async () => {
    const payment = await makeCardPayment(app);
    provider.reported.push(reportedDispute(payment.reference));
    await fetchDisputes(app.db);
    Object.assign(provider.reported[0] ?? {}, { state: "resolved", resolution: "declined" });
    expect(await fetchDisputes(app.db)).toBe(1);
    const dispute = await readDispute(payment.reference);
    expect(dispute).toMatchObject({ state: "resolved", resolution: "declined", version: 2 });
    expect((await app.audit(dispute?.id))[0]).toMatchObject({
      action: "transaction.disputeReported",
      before: { state: "Needs an answer" },
      after: { state: "Decided", resolution: "declined" },
    });
    expect(await stateOf(payment.id)).toBe("disputed");
  });

  it.each([
    ["the claim with our fee", 101_500, 101_500],
    ["the payment's amount if the claim names none", 0, 100_000],
  ])("a dispute that the bank decides as lost costs %s", async (_, amount, loss) => {
    const payment = await makeCardPayment(app);
    provider.reported.push(
      reportedDispute(payment.reference, { amount, state: "resolved", resolution: "merchant-accepted" }),
    );
    await fetchDisputes(app.db);
    expect(await readDisputeLoss(app.db, payment)).toBe(loss);
  });

  it("a dispute is due after 72 hours if the provider reports no due time", async () => {
    const payment = await makeCardPayment(app);
    const createdAt = timeInHours(-5).toISOString();
    provider.reported.push(reportedDispute(payment.reference, { createdAt, dueAt: null }));
    await fetchDisputes(app.db);
    const dueAt = (await readDispute(payment.reference))?.dueAt.getTime() ?? 0;
    expect(dueAt - Date.parse(createdAt)).toBe(72 * 3_600_000);
  });

  it("a dispute of an unknown payment is stored, shown on System Status, and linked once the payment exists", async () => {
    provider.reported.push(reportedDispute("TRX-ELSEWHERE"));
    await fetchDisputes(app.db);
    expect((await readDispute("TRX-ELSEWHERE"))?.transactionId).toBeNull();
    const line = await providerLine(app.db);
    expect([line.state, line.facts]).toEqual([
      "failing",
      expect.arrayContaining([{ label: "Disputes about unknown payments", value: "TRX-ELSEWHERE" }]),
    ]);
    const payment = await makeCardPayment(app, { reference: "TRX-ELSEWHERE" });
    expect(await fetchDisputes(app.db)).toBe(1);
    expect((await readDispute("TRX-ELSEWHERE"))?.transactionId).toBe(payment.id);
    expect(await stateOf(payment.id)).toBe("disputed");
    expect((await providerLine(app.db)).facts).not.toContainEqual(expect.objectContaining({ value: "TRX-ELSEWHERE" }));
  });

  it("a dispute of a refunded payment is stored, and does not change the payment", async () => {
    const payment = await makeCardPayment(app, { state: "refunded", refundedAmount: 100_000 });
    provider.reported.push(reportedDispute(payment.reference));
    await fetchDisputes(app.db);
    expect([await stateOf(payment.id), (await readDispute(payment.reference))?.state]).toEqual([
      "refunded",
      "needs_answer",
    ]);
  });

  it("fetchDisputes requests disputes since the oldest undecided one, and at least of the last 90 days", async () => {
    await fetchDisputes(app.db, new Date("2026-11-21T12:00:00Z"));
    expect(provider.list).toHaveBeenLastCalledWith({ from: "2026-08-23", to: "2026-11-21" });
    await makeDispute(app, { openedAt: new Date("2026-03-05T12:00:00Z") });
    await fetchDisputes(app.db, new Date("2026-11-21T12:00:00Z"));
    expect(provider.list).toHaveBeenLastCalledWith({ from: "2026-03-05", to: "2026-11-21" });
  });

  it("fetchDisputes reads all pages, and stops at a repeated cursor", async () => {
    const [first, second] = [await makeCardPayment(app), await makeCardPayment(app)];
    provider.list.mockImplementationOnce(async () => ({
      items: [reportedDispute(first.reference)],
      next_cursor: "2",
    }));
    provider.list.mockImplementationOnce(async () => ({
      items: [reportedDispute(second.reference)],
      next_cursor: "2",
    }));
    expect(await fetchDisputes(app.db)).toBe(2);
    expect(provider.list.mock.calls.map(([{ cursor }]) => cursor)).toEqual([undefined, "2"]);
  });

  it("fetchDisputes fails if the provider does not respond, and the next run stores the disputes", async () => {
    const payment = await makeCardPayment(app);
    provider.reported.push(reportedDispute(payment.reference));
    provider.list.mockRejectedValueOnce(new Error("No answer"));
    await expect(fetchDisputes(app.db)).rejects.toThrow("No answer");
    expect(await fetchDisputes(app.db)).toBe(1);
  });

  it("fetchDisputes stores a dispute once if two servers fetch it at the same time", async () => {
    const payment = await makeCardPayment(app);
    provider.reported.push(reportedDispute(payment.reference));
    const counts = await Promise.all([fetchDisputes(app.db), fetchDisputes(app.db)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await app.audit(payment.id)).toHaveLength(1);
  });

  it("a webhook about a dispute queues a fetch of the provider's disputes", async () => {
    settings.paystackSecretKeys = [PAYSTACK_KEY];
    await app.db.delete(outbox);
    const data = { id: 77, status: "awaiting-merchant-feedback", transaction: { reference: "TRX-UNKNOWN" } };
    await receiveWebhook("paystack", paystackWebhook({ event: "charge.dispute.create", data }));
    await processStoredProviderEvents(app.db);
    expect((await app.db.select().from(outbox)).map(({ kind, payload }) => [kind, payload])).toEqual([
      ["dispute", { fetchFrom: "paystack" }],
    ]);
    const dispute = vi.fn(async () => {});
    expect(await deliverOutboxKind("dispute", app.db, { dispute })).toBe(1);
    expect(dispute).toHaveBeenCalledWith(app.db, { fetchFrom: "paystack" });
    settings.paystackSecretKeys = [];
  });
});

describe("reminders of disputes", () => {
  it.each([
    ["none 30 hours before", 30, []],
    ["one 20 hours before", 20, ["A dispute is due within 24 hours"]],
    ["one 3 hours before", 3, ["A dispute is due within 4 hours"]],
    ["one when it is late", -1, ["A dispute is late"]],
    ["none 8 days later", -192, []],
  ])("remindOfDisputes sends %s the due time", async (_, hours, titles) => {
    await makeDispute(app, { dueAt: timeInHours(hours) });
    expect([await remindOfDisputes(app.db), await remindOfDisputes(app.db)]).toEqual([titles.length, 0]);
    expect(await noticesOf()).toEqual(titles.map((title) => [admin.id, title]));
  });

  it("remindOfDisputes sends each reminder once, and again for a later due time", async () => {
    const { id } = await makeDispute(app, { dueAt: timeInHours(48) });
    const steps: number[] = [];
    for (const hours of [20, 25, 26, 45, 47, 49, 50]) steps.push(await remindOfDisputes(app.db, timeInHours(hours)));
    expect(steps).toEqual([0, 1, 0, 1, 0, 1, 0]);
    await app.db
      .update(disputes)
      .set({ dueAt: timeInHours(80) })
      .where(eq(disputes.id, id));
    expect(await remindOfDisputes(app.db, timeInHours(60))).toBe(1);
  });

  it("remindOfDisputes sends one reminder if two servers run it at the same time, and none for an answered dispute", async () => {
    await makeDispute(app, { dueAt: timeInHours(3) });
    const counts = await Promise.all([remindOfDisputes(app.db), remindOfDisputes(app.db)]);
    expect(counts.sort()).toEqual([0, 1]);
    await makeDispute(app, {
      ...{ dueAt: timeInHours(3), answer: "contest", answerAmount: 0, answeredBy: admin.id, sentAt: new Date() },
    });
    expect(await remindOfDisputes(app.db)).toBe(0);
  });
});
