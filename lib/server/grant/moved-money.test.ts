import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { applicationNow, makeApplication, makeProgramme } from "@/lib/server/testing/grants";
import { balanceOf, moveMoney } from "@/lib/server/testing/ledger";
import { reportPayment } from "@/lib/server/testing/orders";
import { bankAccount, batchRowsNow, makeBankMethod, payoutsOf } from "@/lib/server/testing/payouts";
import { runPayouts } from "./payout-run";

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

const isNotPaidAgain = async (tries: number) => {
  expect((await payouts.retry(batchId, [1])).json.data).toMatchObject({
    retried: 0,
    results: [{ row: 1, done: false, message: expect.stringContaining("don't pay it again") }],
  });
  await runPayouts(app.db);
  expect(await batchRowsNow(app, batchId)).toMatchObject([{ state: "failed", tries }]);
};

it("is not paid again where the provider says late that a try went out, while its retry waits for its turn", async () => {
  const first = await lastTry();
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
  await isNotPaidAgain(1);
  expect(await applicationNow(app, applicationId)).toMatchObject({ state: "payment_failed" });
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [] });
});

it("is not paid again where an earlier try than the last went out", async () => {
  const first = await lastTry();
  await payouts.retry(batchId);
  await runPayouts(app.db);
  await reportPayment((await lastTry()).reference, "failed");
  await reportPayment(first.reference, "succeeded");
  await isNotPaidAgain(2);
});

it("is not paid again where it went out and not even suspense could take it", async () => {
  const float = await balanceOf(app.db, IDS.settlement_float);
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -float);
  expect(await balanceOf(app.db, IDS.settlement_float)).toBe(0);
  await reportPayment((await lastTry()).reference, "succeeded");
  await isNotPaidAgain(1);
});
