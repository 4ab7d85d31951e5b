import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { applicationNow, makeApplication, makeProgramme } from "@/lib/server/testing/grants";
import { balanceOf, moveMoney } from "@/lib/server/testing/ledger";
import { reportPayment } from "@/lib/server/testing/orders";
import { bankAccount, batchRowsNow, makeBankMethod, payoutsOf } from "@/lib/server/testing/payouts";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";
import { runPayouts } from "./run-payouts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let other: Awaited<ReturnType<typeof makeAdmin>>;
let payouts: ReturnType<typeof payoutsOf>;
let batchId: string;
let applicationId: string;
let number = 3_000_000_000;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  other = await makeAdmin(app);
  payouts = payoutsOf(app, admin);
  await makeBankMethod(app);
});
afterAll(() => app.stop());

/** A payout to a bank whose first try the provider says has failed. */
beforeEach(async () => {
  const programme = await makeProgramme(app, admin, {});
  const account = bankAccount(String(number++));
  applicationId = (await makeApplication(app, programme, { state: "approved", ...account })).id;
  batchId = await payouts.pay(programme.id, other);
  await runPayouts(app.db);
  await reportPayment((await lastTry()).reference, "failed");
});

async function lastTry() {
  const [row] = await batchRowsNow(app, batchId);
  const [found] = await app.db
    .select()
    .from(transactions)
    .where(eq(transactions.id, row?.transactionId ?? ""));
  if (!found) throw new Error("no transaction");
  return found;
}

async function statementOf(): Promise<string> {
  const link = await payouts.ask("POST", `/${batchId}/statement`, { format: "csv" });
  return ((await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token })).json as Blob).text();
}

const isNotPaidAgain = async (tries: number) => {
  expect((await payouts.retry(batchId, [1])).json.data).toMatchObject({
    retried: 0,
    results: [{ row: 1, done: false, message: expect.stringContaining("don't pay it again") }],
  });
  await runPayouts(app.db);
  expect(await batchRowsNow(app, batchId)).toMatchObject([{ state: "failed", tries }]);
};

const twoTriesFail = async () => {
  const first = await lastTry();
  await payouts.retry(batchId);
  await runPayouts(app.db);
  await reportPayment((await lastTry()).reference, "failed");
  return first;
};

it("is not paid again where the provider says late that a try went out, while its retry waits for its turn", async () => {
  const first = await twoTriesFail();
  expect((await payouts.retry(batchId)).json.data).toMatchObject({ retried: 1 });
  await reportPayment(first.reference, "succeeded");
  expect(await batchRowsNow(app, batchId)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("don't pay it again") },
  ]);
  const rows = await app.audit();
  expect(rows.find((row) => row.recordId === applicationId && row.action === "transaction.webhook")).toMatchObject({
    before: { payment: "pending" },
    after: { payment: "failed", transaction: first.reference },
  });
  await isNotPaidAgain(2);
  expect(await applicationNow(app, applicationId)).toMatchObject({ state: "payment_failed" });
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [] });
});

it("is not paid again where an earlier try than the last went out", async () => {
  const first = await twoTriesFail();
  await reportPayment(first.reference, "succeeded");
  await isNotPaidAgain(2);
  expect(await batchRowsNow(app, batchId)).toMatchObject([{ problem: expect.stringContaining("don't pay it again") }]);
  const csv = await statementOf();
  expect(csv.trim().split("\r\n")[1]).toMatch(/,0\.00,1000\.00$/);
});

it("is not paid again where it went out and not even suspense could take it", async () => {
  const float = await balanceOf(app.db, IDS.settlement_float);
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -float);
  expect(await balanceOf(app.db, IDS.settlement_float)).toBe(0);
  const { reference } = await lastTry();
  await reportPayment(reference, "succeeded");
  await isNotPaidAgain(1);
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 0, is_balanced: false });
  expect((await statementOf()).trim().split("\r\n")[1]).toMatch(/,0\.00,1000\.00$/);
  // Sent again once the float is filled.
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, float);
  await reportPayment(reference, "succeeded");
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 100_000, is_balanced: true });
});

it("fails where the float is short, in words for the float, and the batch is not balanced", async () => {
  await payouts.retry(batchId);
  await runPayouts(app.db);
  const float = await balanceOf(app.db, IDS.settlement_float);
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -float);
  await reportPayment((await lastTry()).reference, "succeeded");
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, float);
  expect(await batchRowsNow(app, batchId)).toMatchObject([
    { state: "failed", problem: "The settlement float could not give the money. The payment is not booked." },
  ]);
  expect(await payouts.read(batchId)).toMatchObject({ provider: 100_000, ledger: 0, is_balanced: false });
});

it.each(["failed", "pending"])("is paid after all where its last try went out, while it is %s", async (state) => {
  const { reference, id } = await lastTry();
  if (state === "pending") await payouts.retry(batchId);
  const [pool, suspense] = [await balanceOf(app.db, IDS.grants_pool), await balanceOf(app.db, IDS.suspense)];
  await app.mails();
  await reportPayment(reference, "succeeded");
  await reportPayment(reference, "succeeded");
  expect(await batchRowsNow(app, batchId)).toMatchObject([
    { state: "paid", problem: null, transactionId: id, tries: 1 },
  ]);
  expect(await applicationNow(app, applicationId)).toMatchObject({ state: "disbursed" });
  expect(await balanceOf(app.db, IDS.grants_pool)).toBe(pool - 100_000);
  expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense);
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
  expect((await statementOf()).trim().split("\r\n")[1]).toMatch(/,1000\.00,1000\.00$/);
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [] });
});

it("is not sent again where an earlier try went out while the order waits to leave", async () => {
  const first = await lastTry();
  await payouts.retry(batchId);
  await runPayouts(app.db);
  await reportPayment(first.reference, "succeeded");
  expect(await batchRowsNow(app, batchId)).toMatchObject([{ state: "sent", tries: 2 }]);
  const payout = vi.spyOn(simulatedProvider, "payout");
  await deliverKind("payout", app.db);
  const { id, state } = await lastTry();
  expect(payout.mock.calls.filter(([{ key }]) => key === id)).toEqual([]);
  payout.mockRestore();
  expect(state).toBe("failed");
  expect(await batchRowsNow(app, batchId)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("don't pay it again") },
  ]);
  await isNotPaidAgain(2);
});
