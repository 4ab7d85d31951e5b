import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantApplication, makeGrantProgramme, readGrantApplication } from "@/lib/server/testing/grants";
import { balanceOf, moveMoney } from "@/lib/server/testing/ledger";
import { sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { bankAccountColumns, makeBankPayoutMethod, payoutCallsOf, readBatchRows } from "@/lib/server/testing/payouts";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";
import { runPayouts } from "./run-payouts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let payouts: ReturnType<typeof payoutCallsOf>;
let batchId: string;
let applicationId: string;
let nextAccountNumber = 3_000_000_000;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  otherAdmin = await makeAdmin(app);
  payouts = payoutCallsOf(app, admin);
  await makeBankPayoutMethod(app);
});
afterAll(() => app.stop());

/** Starts a payout to a bank account, whose first attempt the provider reports as failed. */
beforeEach(async () => {
  const programme = await makeGrantProgramme(app, admin, {});
  const account = bankAccountColumns(String(nextAccountNumber++));
  applicationId = (await makeGrantApplication(app, programme, { state: "approved", ...account })).id;
  batchId = await payouts.pay(programme.id, otherAdmin);
  await runPayouts(app.db);
  await sendSimulatedPaymentReport((await readLastPayment()).reference, "failed");
});

async function readLastPayment() {
  const [row] = await readBatchRows(app, batchId);
  const [found] = await app.db
    .select()
    .from(transactions)
    .where(eq(transactions.id, row?.transactionId ?? ""));
  if (!found) throw new Error("no transaction");
  return found;
}

async function downloadStatement(): Promise<string> {
  const link = await payouts.ask("POST", `/${batchId}/statement`, { format: "csv" });
  return ((await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token })).json as Blob).text();
}

const expectNotPaidAgain = async (tries: number) => {
  expect((await payouts.retry(batchId, [1])).json.data).toMatchObject({
    retried: 0,
    results: [{ row: 1, done: false, message: expect.stringContaining("don't pay it again") }],
  });
  await runPayouts(app.db);
  expect(await readBatchRows(app, batchId)).toMatchObject([{ state: "failed", tries }]);
};

const failTwoTries = async () => {
  const first = await readLastPayment();
  await payouts.retry(batchId);
  await runPayouts(app.db);
  await sendSimulatedPaymentReport((await readLastPayment()).reference, "failed");
  return first;
};

it("fails a pending payout retry if the provider reports late that an earlier attempt was paid", async () => {
  const first = await failTwoTries();
  expect((await payouts.retry(batchId)).json.data).toMatchObject({ retried: 1 });
  await sendSimulatedPaymentReport(first.reference, "succeeded");
  expect(await readBatchRows(app, batchId)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("don't pay it again") },
  ]);
  const rows = await app.audit();
  expect(rows.find((row) => row.recordId === applicationId && row.action === "transaction.webhook")).toMatchObject({
    before: { payment: "pending" },
    after: { payment: "failed", transaction: first.reference },
  });
  await expectNotPaidAgain(2);
  expect(await readGrantApplication(app, applicationId)).toMatchObject({ state: "payment_failed" });
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [] });
});

it("refuses to retry a payout row if the provider has paid an attempt before the last one", async () => {
  const first = await failTwoTries();
  await sendSimulatedPaymentReport(first.reference, "succeeded");
  await expectNotPaidAgain(2);
  expect(await readBatchRows(app, batchId)).toMatchObject([{ problem: expect.stringContaining("don't pay it again") }]);
  const csv = await downloadStatement();
  expect(csv.trim().split("\r\n")[1]).toMatch(/,0\.00,1000\.00$/);
});

it("refuses to retry a payout row that the provider has paid, even if the amount could not be posted to suspense", async () => {
  const floatBefore = await balanceOf(app.db, IDS.settlement_float);
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -floatBefore);
  expect(await balanceOf(app.db, IDS.settlement_float)).toBe(0);
  const { reference } = await readLastPayment();
  await sendSimulatedPaymentReport(reference, "succeeded");
  await expectNotPaidAgain(1);
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 0, is_balanced: false });
  expect((await downloadStatement()).trim().split("\r\n")[1]).toMatch(/,0\.00,1000\.00$/);
  // The provider repeats its report after the float account has money again.
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, floatBefore);
  await sendSimulatedPaymentReport(reference, "succeeded");
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 100_000, is_balanced: true });
});

it("fails a payout row reported as paid if the float lacks the money, and shows the batch as not balanced", async () => {
  await payouts.retry(batchId);
  await runPayouts(app.db);
  const floatBefore = await balanceOf(app.db, IDS.settlement_float);
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -floatBefore);
  await sendSimulatedPaymentReport((await readLastPayment()).reference, "succeeded");
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, floatBefore);
  expect(await readBatchRows(app, batchId)).toMatchObject([
    { state: "failed", problem: "The settlement float could not give the money. The payment is not booked." },
  ]);
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 0, is_balanced: false });
});

it.each(["failed", "pending"])(
  "marks a %s row as paid if the provider reports late that its last attempt was paid",
  async (state) => {
    const { reference, id } = await readLastPayment();
    if (state === "pending") await payouts.retry(batchId);
    const [poolBefore, suspenseBefore] = [
      await balanceOf(app.db, IDS.grants_pool),
      await balanceOf(app.db, IDS.suspense),
    ];
    await app.mails();
    await sendSimulatedPaymentReport(reference, "succeeded");
    await sendSimulatedPaymentReport(reference, "succeeded");
    expect(await readBatchRows(app, batchId)).toMatchObject([
      { state: "paid", problem: null, transactionId: id, tries: 1 },
    ]);
    expect(await readGrantApplication(app, applicationId)).toMatchObject({ state: "disbursed" });
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(poolBefore - 100_000);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspenseBefore);
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["Your grant is paid"]);
    const rows = await app.audit();
    expect(rows.filter((row) => row.recordId === applicationId && row.action === "transaction.webhook")).toContainEqual(
      expect.objectContaining({
        before: { payment: state },
        after: { payment: "paid", transaction: reference, amount: "₦1,000.00" },
      }),
    );
    await runPayouts(app.db);
    expect(await payouts.read(batchId)).toMatchObject({
      ...{ state: "done", paid: { rows: 1 }, ledger: 100_000, provider: 100_000, is_balanced: true },
    });
    expect((await downloadStatement()).trim().split("\r\n")[1]).toMatch(/,1000\.00,1000\.00$/);
    expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [] });
  },
);

it("cancels a queued provider order of a payout if an earlier attempt was paid", async () => {
  const first = await readLastPayment();
  await payouts.retry(batchId);
  await runPayouts(app.db);
  await sendSimulatedPaymentReport(first.reference, "succeeded");
  expect(await readBatchRows(app, batchId)).toMatchObject([{ state: "sent", tries: 2 }]);
  const payoutSpy = vi.spyOn(simulatedProvider, "payout");
  await deliverOutboxKind("payout", app.db);
  const { id, state } = await readLastPayment();
  expect(payoutSpy.mock.calls.filter(([{ key }]) => key === id)).toEqual([]);
  payoutSpy.mockRestore();
  expect(state).toBe("failed");
  expect(await readBatchRows(app, batchId)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("don't pay it again") },
  ]);
  await expectNotPaidAgain(2);
});
