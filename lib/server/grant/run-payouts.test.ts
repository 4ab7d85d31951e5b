import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
  readGrantProgramme,
} from "@/lib/server/testing/grants";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import {
  bankAccountColumns,
  makeBankPayoutMethod,
  payoutCallsOf,
  readBatch,
  readBatchRows,
} from "@/lib/server/testing/payouts";
import { countUrgentMails } from "@/lib/server/testing/queued-news";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";
import { sendSimulatedReports } from "@/lib/server/transaction/simulated-reports";
import { readGrantDuplicates } from "./recheck-duplicates";
import { runPayouts } from "./run-payouts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let payouts: ReturnType<typeof payoutCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  otherAdmin = await makeAdmin(app);
  payouts = payoutCallsOf(app, admin);
  await makeBankPayoutMethod(app);
  await fundAccount(app.db, IDS.promotions_pool, 500_000_000);
});
afterAll(() => app.stop());

const AWARD_AMOUNT = 100_000;
const makeApproved = (programme: { id: string; amount: number }, values: object = {}) =>
  makeGrantApplication(app, programme, { state: "approved", ...values });
const restrictUser = (id: string, restriction: "no_credit" | null) =>
  app.db
    .update(users)
    .set(
      restriction
        ? { status: "restricted", restriction, statusReason: "Checked", legalBasis: "court_order" }
        : { status: "active", restriction: null, statusReason: null, legalBasis: null },
    )
    .where(eq(users.id, id));
const expectSoundLedger = async () =>
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [], finished: true });
const transactionOf = async (batchId: string, row: number) => {
  const id = (await readBatchRows(app, batchId)).find((each) => each.row === row)?.transactionId;
  const [found] = id ? await app.db.select().from(transactions).where(eq(transactions.id, id)) : [];
  if (!found) throw new Error("no transaction");
  return found;
};

describe("paying a batch into wallets", () => {
  it("pays each payout row once from the grants pool into a wallet, notifies applicants, and marks the batch done in the next run", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const [one, two] = [await makeApproved(programme), await makeApproved(programme)];
    const before = await balanceOf(app.db, IDS.grants_pool);
    const availableBefore = await availableInPool(app.db, "grants_pool");
    const id = await payouts.pay(programme.id, otherAdmin);
    await app.mails();
    expect(await runPayouts(app.db)).toBe(2);
    expect(await runPayouts(app.db)).toBe(0);

    for (const { userId } of [one, two]) expect(await balanceOf(app.db, userId)).toBe(AWARD_AMOUNT);
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(before - 2 * AWARD_AMOUNT);
    expect(await availableInPool(app.db, "grants_pool")).toBe(availableBefore);
    expect(await readGrantProgramme(app, programme.id)).toMatchObject({ committed: 0, paid: 2 * AWARD_AMOUNT });
    expect(await readGrantApplication(app, one.id)).toMatchObject({ state: "disbursed" });
    expect(await payouts.read(id)).toMatchObject({
      state: "done",
      paid: { rows: 2, amount: 2 * AWARD_AMOUNT },
      pending: { rows: 0 },
      ledger: 2 * AWARD_AMOUNT,
      provider: 0,
      to_banks: 0,
      is_balanced: true,
      approved_by: { id: otherAdmin.id },
    });
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails.map(({ subject }) => subject)).toEqual(["Your grant is paid", "Your grant is paid"]);
    const auditRows = await app.audit();
    expect(auditRows.filter(({ action }) => action === "grant.payRow")).toHaveLength(2);
    expect(auditRows.find(({ recordId, action }) => recordId === one.id && action === "grant.payRow")).toMatchObject({
      adminId: null,
      before: { payment: "pending" },
      after: { payment: "paid", amount: "₦1,000.00" },
    });
    expect(auditRows.find(({ action }) => action === "grant.finishBatch")).toMatchObject({
      recordId: id,
      after: { state: "done", paid: 2, paid_amount: "₦2,000.00", failed: 0 },
    });
    const payment = await transactionOf(id, 1);
    expect(payment).toMatchObject({
      type: "grant_payout",
      channel: "wallet",
      state: "succeeded",
      amount: AWARD_AMOUNT,
    });
    const transactionPage = await app.call("GET", `/transactions/${payment.id}`, { token: admin.token });
    expect(transactionPage.status).toBe(200);
    await expectSoundLedger();
  });

  it("fails only payout rows of closed and restricted wallets, and pays each once when retried", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const [closedOne, restrictedOne, payableOne] = [
      await makeApproved(programme),
      await makeApproved(programme),
      await makeApproved(programme),
    ];
    await app.db.update(users).set({ status: "closed", statusReason: "Left" }).where(eq(users.id, closedOne.userId));
    await restrictUser(restrictedOne.userId, "no_credit");
    const id = await payouts.pay(programme.id, otherAdmin);
    await app.mails();
    expect(await runPayouts(app.db)).toBe(3);
    const rows = await readBatchRows(app, id);
    const rowOf = (application: { id: string }) => rows.find(({ applicationId }) => applicationId === application.id);
    expect(rowOf(closedOne)).toMatchObject({ state: "failed", problem: expect.stringContaining("closed"), tries: 1 });
    expect(rowOf(restrictedOne)).toMatchObject({ state: "failed", problem: expect.stringContaining("restricted") });
    expect(rowOf(payableOne)).toMatchObject({ state: "paid" });
    expect(await readGrantApplication(app, restrictedOne.id)).toMatchObject({ state: "payment_failed" });
    const [refused] = (await app.audit()).filter(
      ({ recordId, action }) => recordId === restrictedOne.id && action === "grant.payRow",
    );
    expect(refused).toMatchObject({ outcome: "refused", refusal: expect.stringContaining("restricted") });
    const delayedMails = (await app.mails()).filter(({ subject }) => subject.includes("takes longer"));
    expect(delayedMails).toHaveLength(1);
    expect(delayedMails[0]?.text).not.toMatch(/restricted|closed/);
    expect(await payouts.read(id)).toMatchObject({
      state: "done",
      paid: { rows: 1 },
      failed: { rows: 2 },
      is_balanced: true,
    });

    await restrictUser(restrictedOne.userId, null);
    const heldRow = rowOf(restrictedOne)?.row ?? 0;
    const retryAnswer = await payouts.retry(id, [heldRow, rowOf(payableOne)?.row ?? 0, 99]);
    expect(retryAnswer.json.data.retried).toBe(1);
    expect(retryAnswer.json.data.results).toContainEqual(expect.objectContaining({ row: heldRow, done: true }));
    expect(retryAnswer.json.data.results).toContainEqual(
      expect.objectContaining({ done: false, message: "It is paid already." }),
    );
    expect(retryAnswer.json.data.results).toContainEqual(
      expect.objectContaining({ row: 99, done: false, message: "The batch has no such row." }),
    );
    const auditRows = (await app.audit()).slice(0, 3).reverse();
    expect(auditRows.map(({ outcome, refusal, recordName }) => [outcome, refusal, recordName])).toEqual([
      ["done", null, expect.stringMatching(/^PAY-/)],
      ["refused", "It is paid already.", payableOne.reference],
      ["refused", "The batch has no such row.", expect.stringMatching(/row 99 \(unknown\)$/)],
    ]);
    expect(await payouts.read(id)).toMatchObject({ state: "paying", done_at: null });
    await runPayouts(app.db);
    await runPayouts(app.db);
    expect(await balanceOf(app.db, restrictedOne.userId)).toBe(AWARD_AMOUNT);
    expect(await readGrantApplication(app, restrictedOne.id)).toMatchObject({ state: "disbursed" });
    const retryAll = await payouts.retry(id);
    expect(retryAll.json.data).toMatchObject({ retried: 1, results: [] });
    await runPayouts(app.db);
    expect(await payouts.read(id)).toMatchObject({
      state: "done",
      paid: { rows: 2 },
      failed: { rows: 1 },
      is_balanced: true,
    });
    // The applicant is notified of the delay only once.
    expect((await app.mails()).filter(({ subject }) => subject.includes("takes longer"))).toEqual([]);
    await expectSoundLedger();
  });

  it("fails a payout row whose application has become a duplicate, and pays it once the duplicate is cleared", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const user = await makeUser(app);
    const one = await makeApproved(programme, { userId: user.id });
    const duplicate = await makeApproved(programme);
    const id = await payouts.pay(programme.id, otherAdmin);
    await app.db.execute(sql`insert into grant_fingerprints (application_id, kind, value)
      values (${one.id}, 'account', 'same'), (${duplicate.id}, 'account', 'same')`);
    await runPayouts(app.db);
    const states = (await readBatchRows(app, id)).map(({ state, problem }) => [state, problem]);
    expect(states[0]).toEqual(["failed", expect.stringContaining("same bank account")]);
    const { version, mark } = await readGrantDuplicates(app.db, one.id);
    const clearAnswer = await app.call("PATCH", `/grants/applications/${one.id}/duplicates`, {
      token: admin.token,
      body: { version, mark, reason: "A couple with one account" },
    });
    expect(clearAnswer.status).toBe(200);
    const row = (await readBatchRows(app, id)).find(({ applicationId }) => applicationId === one.id)?.row ?? 0;
    await payouts.retry(id, [row]);
    await runPayouts(app.db);
    expect(await balanceOf(app.db, user.id)).toBe(AWARD_AMOUNT);
  });

  it("tries a payout row five times after unexpected errors, then waits for an admin to retry", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const [brokenOne, payableOne] = [await makeApproved(programme), await makeApproved(programme)];
    await app.db.execute(sql`
      create function break_payout() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`);
    await app.db.execute(sql`create trigger broken before insert on transactions for each row
      when (new.user_id = ${sql.raw(`'${brokenOne.userId}'`)}) execute function break_payout()`);
    const id = await payouts.pay(programme.id, otherAdmin);
    await app.mails();
    // Sets earlier attempts (`tries`), which must not count as errors (`faults`).
    await app.db.update(grantBatchRows).set({ tries: 4 }).where(eq(grantBatchRows.applicationId, brokenOne.id));
    for (let round = 1; round <= 4; round++) await runPayouts(app.db);
    expect((await readBatchRows(app, id)).find(({ applicationId }) => applicationId === brokenOne.id)).toMatchObject({
      ...{ state: "pending", tries: 8, faults: 4 },
    });
    await runPayouts(app.db);
    await app.db.execute(sql`drop trigger broken on transactions`);
    const [faultAudit] = (await app.audit()).filter(
      ({ recordId, action }) => recordId === brokenOne.id && action === "grant.payRow",
    );
    expect(faultAudit).toMatchObject({ outcome: "refused", after: { payment: "failed" } });
    const delayedMails = (await app.mails()).filter(({ subject }) => subject.includes("takes longer"));
    expect(delayedMails.map(({ text }) => text.includes(brokenOne.reference))).toEqual([true]);
    expect(await balanceOf(app.db, payableOne.userId)).toBe(AWARD_AMOUNT);
    const row = (await readBatchRows(app, id)).find(({ applicationId }) => applicationId === brokenOne.id);
    expect(row).toMatchObject({ state: "failed", tries: 9, problem: expect.stringContaining("Retry") });
    expect(await readGrantApplication(app, brokenOne.id)).toMatchObject({ state: "payment_failed" });
    await payouts.retry(id);
    expect((await readBatchRows(app, id)).map(({ faults }) => faults)).toEqual([0, 0]);
    await runPayouts(app.db);
    expect(await balanceOf(app.db, brokenOne.userId)).toBe(AWARD_AMOUNT);
    await expectSoundLedger();
  });

  it("stops paying a batch between two rows when the server shuts down", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeApproved(programme);
    await payouts.pay(programme.id, otherAdmin);
    Object.assign(globalThis, { crossRiverPayIsStopping: true });
    expect(await runPayouts(app.db)).toBe(0);
    Object.assign(globalThis, { crossRiverPayIsStopping: false });
    expect(await balanceOf(app.db, one.userId)).toBe(0);
    await runPayouts(app.db);
    expect(await balanceOf(app.db, one.userId)).toBe(AWARD_AMOUNT);
  });
});

describe("paying a batch into bank accounts", () => {
  const makeBankPayee = (programme: { id: string; amount: number }, number: string) =>
    makeApproved(programme, bankAccountColumns(number));

  it("sends a payout's full account number only to the provider, after the commit, and completes the payout row when the provider reports the payment", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeBankPayee(programme, "0123456789");
    const availableBefore = await availableInPool(app.db, "grants_pool");
    const floatBefore = await balanceOf(app.db, IDS.settlement_float);
    const id = await payouts.pay(programme.id, otherAdmin);
    await runPayouts(app.db);
    expect((await readBatchRows(app, id))[0]).toMatchObject({ state: "sent", tries: 1 });
    expect(await payouts.read(id)).toMatchObject({
      state: "paying",
      sent: { rows: 1 },
      to_banks: AWARD_AMOUNT,
      ledger: 0,
    });
    expect((await payouts.retry(id, [1])).json.data).toMatchObject({ retried: 0, results: [{ done: false }] });
    const queuedPayouts = await app.db.select().from(outbox).where(eq(outbox.kind, "payout"));
    expect(JSON.stringify(queuedPayouts.map(({ payload }) => payload))).not.toContain("0123456789");
    const orders: object[] = [];
    const { payout } = simulatedProvider;
    simulatedProvider.payout = async (order) => {
      orders.push(order);
      return payout(order);
    };
    expect(await deliverOutboxKind("payout", app.db)).toBe(1);
    simulatedProvider.payout = payout;
    const payment = await transactionOf(id, 1);
    expect(orders).toEqual([
      {
        reference: payment.reference,
        amount: AWARD_AMOUNT,
        key: payment.id,
        bank_code: "011",
        account_number: "0123456789",
        account_name: "Ekaette Bassey",
      },
    ]);
    expect((await transactionOf(id, 1)).providerReference).toMatch(/^SIM-/);
    expect((await sendSimulatedPaymentReport(payment.reference, "succeeded")).status).toBe(200);
    expect((await sendSimulatedPaymentReport(payment.reference, "succeeded")).status).toBe(200);
    await runPayouts(app.db);
    expect(await readGrantApplication(app, one.id)).toMatchObject({ state: "disbursed" });
    expect(await payouts.read(id)).toMatchObject({
      state: "done",
      paid: { rows: 1, amount: AWARD_AMOUNT },
      ledger: AWARD_AMOUNT,
      provider: AWARD_AMOUNT,
      is_balanced: true,
    });
    expect(await availableInPool(app.db, "grants_pool")).toBe(availableBefore);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBefore - AWARD_AMOUNT);
    expect(await balanceOf(app.db, one.userId)).toBe(0);
    expect(JSON.stringify((await app.audit()).map(({ after }) => after))).not.toContain("0123456789");
    const mail = (await app.mails()).find(({ text }) => text.includes(one.reference));
    expect(mail?.text).toContain("your account at First Bank ending in 6789");
    await expectSoundLedger();
  });

  it("retries a failed payout row with a new transaction id, and never pays it again after a late success report", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeBankPayee(programme, "1123456789");
    const id = await payouts.pay(programme.id, otherAdmin);
    await runPayouts(app.db);
    const firstTry = await transactionOf(id, 1);
    await sendSimulatedPaymentReport(firstTry.reference, "failed");
    expect((await readBatchRows(app, id))[0]).toMatchObject({ state: "failed", problem: "Told" });
    expect(await readGrantApplication(app, one.id)).toMatchObject({ state: "payment_failed" });
    expect(await payouts.read(id)).toMatchObject({ ledger: 0, provider: 0, is_balanced: true });
    await payouts.retry(id);
    await runPayouts(app.db);
    const secondTry = await transactionOf(id, 1);
    expect(secondTry.id).not.toBe(firstTry.id);
    await sendSimulatedPaymentReport(secondTry.reference, "failed");
    // The provider reports late that the first attempt was paid: the amount is posted to suspense.
    await sendSimulatedPaymentReport(firstTry.reference, "succeeded");
    const refused = await payouts.retry(id, [1]);
    expect(refused.json.data).toMatchObject({
      retried: 0,
      results: [{ row: 1, done: false, message: expect.stringContaining("don't pay it again") }],
    });
    expect((await payouts.retry(id)).json.data).toMatchObject({ retried: 0, results: [{ row: 1, done: false }] });
    expect(await payouts.read(id)).toMatchObject({ provider: AWARD_AMOUNT, ledger: 0, is_balanced: false });
    await expectSoundLedger();
  });

  it("fails a payout order that the provider refuses, and does not query the status of an unsent order", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeBankPayee(programme, "12345");
    const id = await payouts.pay(programme.id, otherAdmin);
    await runPayouts(app.db);
    const firstTry = await transactionOf(id, 1);
    const { status, json } = await app.call("PATCH", `/transactions/${firstTry.id}/requery`, {
      token: admin.token,
      body: {},
    });
    expect([status, json.message]).toEqual([409, "The order has not reached the provider yet. Try again in a minute."]);
    expect((await transactionOf(id, 1)).state).toBe("pending");
    expect((await payouts.retry(id, [1])).json.data.results).toMatchObject([
      { done: false, message: "The order has not been accepted yet." },
    ]);
    // `app.mails` also delivers the queued provider orders, and possibly the mail about their failure.
    const mails = await app.mails();
    await deliverOutboxKind("payout", app.db);
    expect((await readBatchRows(app, id))[0]).toMatchObject({
      ...{ state: "failed", problem: expect.stringContaining("is not valid") },
    });
    expect(await transactionOf(id, 1)).toMatchObject({ state: "failed", providerReference: null });
    expect(await readGrantApplication(app, one.id)).toMatchObject({ state: "payment_failed" });
    mails.push(...(await app.mails()));
    const { reference } = await readGrantApplication(app, one.id);
    expect(mails.filter(({ text }) => text.includes(reference)).map(({ subject }) => subject)).toEqual([
      "The payment of your grant takes longer",
    ]);
    expect((await app.audit()).filter(({ action }) => action === "grant.payoutNotSent")).toHaveLength(2);
    expect(await app.db.select().from(outbox).where(eq(outbox.kind, "payout"))).toEqual([]);
    await runPayouts(app.db);
    expect(await payouts.read(id)).toMatchObject({ state: "done", failed: { rows: 1 }, is_balanced: true });
    expect((await payouts.retry(id, [1])).json.data.retried).toBe(1);
  });

  it("fails a bank payout if the applicant's account is closed", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeBankPayee(programme, "4123456789");
    await app.db.update(users).set({ status: "closed", statusReason: "Left" }).where(eq(users.id, one.userId));
    const id = await payouts.pay(programme.id, otherAdmin);
    await runPayouts(app.db);
    expect(await readBatchRows(app, id)).toMatchObject([
      { state: "failed", transactionId: null, problem: expect.stringContaining("account is closed") },
    ]);
  });

  it("marks a batch as done after the simulated provider has reported all its orders", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    for (let n = 0; n < 12; n++) await makeBankPayee(programme, String(2_000_000_000 + n));
    const id = await payouts.pay(programme.id, otherAdmin);
    await runPayouts(app.db);
    expect(await sendSimulatedReports(app.db, Date.now() + 120_000)).toBe(0);
    await deliverOutboxKind("payout", app.db);
    await sendSimulatedReports(app.db, Date.now() + 120_000);
    await runPayouts(app.db);
    const { state, paid, failed, is_balanced } = await payouts.read(id);
    expect([state, paid.rows + failed.rows, is_balanced]).toEqual(["done", 12, true]);
    expect(paid.rows).toBeGreaterThan(6);
    expect((await readBatch(app, id))?.doneAt).not.toBeNull();
    await expectSoundLedger();
  });
});
