import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { paymentCheckouts } from "@/lib/server/db/schema/provider";
import { reconciliationItems, reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { loadLedger, type PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PAYSTACK_KEY, startFakePaystack } from "@/lib/server/testing/fake-paystack";
import { balanceOf } from "@/lib/server/testing/ledger";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import { changeSettings } from "@/lib/server/testing/settings";
import { paystackTimings } from "@/lib/server/transaction/paystack/request";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { collectLedgerItems } from "./collect-ledger";
import { fetchSettlements } from "./fetch-settlements";

const settings = changeSettings();
const usualTimes = { ...paystackTimings };
let app: TestApp;
let paystack: Awaited<ReturnType<typeof startFakePaystack>>;
let userId: string;
let methodId: string;

/** Noon of Wednesday, 18 November 2026, in Lagos. Reconciliation starts on Tuesday, 10 November. */
const NOW = Date.parse("2026-11-18T11:00:00Z");
const entries: PastLedgerEntry[] = [];

/** Inserts a completed payment by card with its past ledger entry. */
async function payOn(day: string, reference: string, values: Partial<typeof transactions.$inferInsert> = {}) {
  const at = new Date(`2026-11-${day}T09:00:00Z`);
  const [row] = await app.db
    .insert(transactions)
    .values({
      ...{ id: uuid(), reference, userId, type: "wallet_funding", channel: "card", methodId, amount: 100_000 },
      ...{
        fee: 1_000,
        state: "succeeded",
        providerReference: `P${reference}`,
        createdAt: at,
        completedAt: at,
        ...values,
      },
    })
    .returning();
  if (!row) throw new Error("no transaction");
  if (row.type === "refund") return row;
  entries.push({
    ...{ id: uuid(), key: `transaction:${row.id}`, kind: "transaction", description: reference, postedBy: null, at },
    ...{ source: { type: "transaction", id: row.id }, postings: paymentPostings(row) },
  });
  return row;
}

beforeAll(async () => {
  Object.assign(paystackTimings, { attempt: 2_000, pause: 1 });
  paystack = await startFakePaystack();
  app = await startTestApp();
  userId = (await makeUser(app)).id;
  methodId = uuid();
  await app.db.insert(paymentMethods).values({
    ...{
      id: methodId,
      code: "card",
      name: "Card",
      channel: "card",
      provider: "paystack",
      minAmount: 1,
      maxAmount: 10_000_000,
    },
  });
  await payOn("09", "TRX-EARLY");
  const retried = await payOn("10", "TRX-RETRIED");
  await app.db.insert(paymentCheckouts).values([
    { reference: "TRX-RETRIED", transactionId: retried.id, attempt: 1 },
    { reference: "TRX-RETRIED-2", transactionId: retried.id, attempt: 2 },
  ]);
  for (let n = 0; n < 150; n++) await payOn("11", `TRX-${n}`);
  await app.db.transaction((tx) => loadLedger(tx, entries));
});
beforeEach(() => {
  Object.assign(settings, {
    paystackUrl: paystack.url,
    paystackSecretKeys: [PAYSTACK_KEY],
    isSimulatedProviderDown: false,
  });
  paystack.state.settlements = [];
  paystack.state.refunds = [];
  paystack.state.transfers.clear();
});
afterAll(async () => {
  Object.assign(paystackTimings, usualTimes);
  await app.stop();
  await paystack.stop();
});

const run = () => fetchSettlements(app.db, 0, NOW);
const itemsOf = (id: number | string) =>
  app.db
    .select()
    .from(reconciliationItems)
    .where(sql`source_key like ${`paystack:%${id}%`}`)
    .orderBy(asc(reconciliationItems.id));
const summary = (items: Awaited<ReturnType<typeof itemsOf>>) =>
  items.map(({ sourceKey, amount, reference }) => `${sourceKey} ${amount} ${reference}`);
const readProvider = async (provider: "paystack" | "simulated" = "paystack") =>
  (await app.db.select().from(reconciliationProviders).where(eq(reconciliationProviders.provider, provider)))[0];

let lastPaymentId = 9_000;
const paid = (reference: string, amount = 101_000, day = "11") => ({
  ...{ id: ++lastPaymentId, reference, amount, fees: 1_500, paid_at: `2026-11-${day}T09:00:00Z` },
});

/** Adds a settlement to the fake Paystack, with sums that fit its payments unless `values` change them. */
function settle(id: number, day: string, payments: ReturnType<typeof paid>[], values: object = {}) {
  const gross = payments.reduce((sum, { amount }) => sum + amount, 0);
  const fees = payments.reduce((sum, payment) => sum + payment.fees, 0);
  paystack.state.settled.set(String(id), payments);
  paystack.state.settlements.push({
    ...{
      id,
      status: "success",
      currency: "NGN",
      total_amount: gross,
      total_fees: fees,
      effective_amount: gross - fees,
    },
    ...{ deductions: null, settlement_date: `2026-11-${day}T05:00:00.000Z`, ...values },
  });
}

describe("fetching settlements of Paystack", () => {
  it("fetchSettlements requests nothing before reconciliation has started", async () => {
    settle(500, "12", [paid("TRX-1")]);
    expect(await run()).toBe(0);
    expect(paystack.requestsOf(/settlement/)).toEqual([]);
    await startReconciliation(app, "2026-11-10");
  });

  it("fetchSettlements stores a settlement of several pages once, with its payments, fees and the ledger entry of the fees", async () => {
    settle(
      501,
      "12",
      Array.from({ length: 150 }, (_, n) => paid(`TRX-${n}`)),
    );
    paystack.plan(/GET \/settlement\/501/, "error", "too many");
    expect(await run()).toBe(1);
    const items = await itemsOf(501);
    expect(items).toHaveLength(152);
    expect(items.slice(0, 2)).toMatchObject([
      {
        sourceKey: "paystack:settlement:501",
        amount: 14_925_000,
        day: "2026-11-12",
        dueOn: "2026-11-14",
        narration: "PSTK_501",
        finding: null,
      },
      {
        kind: "payment",
        amount: 101_000,
        day: "2026-11-11",
        dueOn: "2026-11-11",
        reference: "TRX-0",
        settlementId: items[0]?.id,
      },
    ]);
    expect(items.every(({ kind, transactionId }) => (kind === "payment") === (transactionId !== null))).toBe(true);
    expect(items.at(-1)).toMatchObject({
      sourceKey: "paystack:fees:501",
      kind: "fee",
      amount: -225_000,
      reference: "501",
    });
    expect(items.slice(1).reduce((sum, { amount }) => sum + amount, 0)).toBe(items[0]?.amount);
    expect(await readProvider()).toMatchObject({ fetchedTo: "2026-11-17", problem: null });
    const [row] = (await app.audit()).filter(({ action }) => action === "reconciliation.settlementFetched");
    expect(row?.after).toMatchObject({
      settlement: "501",
      payments: "150",
      fees_from_income: "₦1,520.00",
      fees_on_suspense: "₦730.00",
    });
    settle(
      501,
      "12",
      Array.from({ length: 150 }, (_, n) => paid(`TRX-${n}`)),
    );
    expect(await run()).toBe(0);
    expect(await itemsOf(501)).toHaveLength(152);
  });

  it("a settlement's fees are paid from fee income as far as its balance allows, and the rest is posted to suspense", async () => {
    expect(await balanceOf(app.db, IDS.fee_income)).toBe(0);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(-73_000);
    const entry = await app.db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "settlement_fee"));
    expect(entry).toMatchObject([{ key: "settlement:paystack:501:fees", postedBy: null, size: 3 }]);
    await collectLedgerItems(app.db);
    const fee = eq(reconciliationItems.entryId, entry[0]?.id ?? "");
    const [item] = await app.db.select().from(reconciliationItems).where(fee);
    expect(item).toMatchObject({ side: "ledger", kind: "fee", amount: -225_000, reference: "501" });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("fetchSettlements finds payments by the reference of a later attempt, and adds the ledger item of a payment made before reconciliation started", async () => {
    settle(502, "11", [paid("TRX-RETRIED-2", 101_000, "10"), paid("TRX-EARLY", 101_000, "09"), paid("UNKNOWN", 5_000)]);
    expect(await run()).toBe(1);
    expect(summary(await itemsOf(502)).map((text) => text.replace(/:\d+ /, " "))).toEqual([
      "paystack:settlement 202500 502",
      "paystack:payment:502 101000 TRX-RETRIED",
      "paystack:payment:502 101000 TRX-EARLY",
      "paystack:payment:502 5000 UNKNOWN",
      "paystack:fees -4500 502",
    ]);
    const early = await app.db
      .select()
      .from(reconciliationItems)
      .where(eq(reconciliationItems.reference, "TRX-EARLY"))
      .orderBy(reconciliationItems.id);
    expect(early).toMatchObject([
      { side: "provider", day: "2026-11-09", accountingDay: "2026-11-10" },
      { side: "ledger", kind: "payment", amount: 101_000, day: "2026-11-09", accountingDay: "2026-11-10" },
    ]);
  });

  it("fetchSettlements marks a settlement with contradictory sums, and stores unlisted deductions as one item", async () => {
    settle(503, "13", [paid("A")], { total_amount: 100_000 });
    settle(504, "13", [paid("B")], { effective_amount: 99_000, deductions: 400 });
    settle(505, "13", [paid("C")], { total_fees: 1_400, effective_amount: 99_600 });
    settle(506, "13", [paid("D")], { effective_amount: 99_000 });
    settle(507, "13", [paid("E"), paid("F")], { status: "pending" });
    expect(await run()).toBe(4);
    const rows = await app.db.select().from(reconciliationItems).where(eq(reconciliationItems.kind, "settlement"));
    expect(Object.fromEntries(rows.map(({ reference, finding }) => [reference, finding]))).toEqual({
      ...{ 501: null, 502: null, 503: "amount_differs", 504: "amount_differs", 505: "amount_differs", 506: null },
    });
    expect(summary(await itemsOf("deductions:506"))).toEqual(["paystack:deductions:506 -500 506"]);
  });

  it("fetchSettlements stores only paid settlements, and each once if two servers fetch it", async () => {
    settle(507, "13", [paid("E"), paid("F")]);
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await itemsOf(507)).toHaveLength(4);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("fetchSettlements stores refunds and chargebacks with their settlement, and payouts and other refunds separately", async () => {
    const payment = await payOn("12", "TRX-REFUNDED");
    const refund = await payOn("13", "RFD-1", { type: "refund", amount: 20_000, fee: 0, refundOf: payment.id });
    const refundOfBalance = await payOn("13", "RFD-2", { type: "refund", amount: 7_000, fee: 0, refundOf: payment.id });
    const made = {
      transaction: 1,
      transaction_reference: "TRX-REFUNDED",
      status: "processed",
      createdAt: "2026-11-13T10:00:00Z",
    };
    paystack.state.refunds = [
      { ...made, id: 71, amount: 20_000, merchant_note: refund.id, settlement: 508 },
      { ...made, id: 72, amount: 9_000, merchant_note: "", settlement: 508, dispute: 5 },
      { ...made, id: 73, amount: 7_000, merchant_note: refundOfBalance.id, settlement: null },
      { ...made, id: 74, amount: 3_000, merchant_note: "made in the dashboard", settlement: null },
      { ...made, id: 75, amount: 4_000, merchant_note: "", status: "pending" },
    ];
    const transfer = { currency: "NGN", recipient: "r", createdAt: "2026-11-13T10:00:00Z" };
    for (const [id, status] of [
      [81, "success"],
      [82, "reversed"],
      [83, "failed"],
      [84, "pending"],
    ] as const)
      paystack.state.transfers.set(`wdr-${id}`, {
        ...transfer,
        id,
        status,
        reference: `wdr-${id}`,
        amount: id * 100,
        transfer_code: `TRF_${id}`,
      });
    settle(508, "14", [paid("TRX-REFUNDED", 101_000, "12")], { effective_amount: 70_000, deductions: 29_500 });
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    const items = await app.db
      .select()
      .from(reconciliationItems)
      .where(
        sql`kind in ('refund', 'payout', 'chargeback', 'deduction') and reference <> '506' and reference <> '504'`,
      );
    expect(summary(items).sort()).toEqual([
      "paystack:chargeback:72 -9000 TRX-REFUNDED",
      "paystack:deductions:508 -500 508",
      "paystack:payout:TRF_81 -8100 WDR-81",
      "paystack:payout:TRF_82 -8200 WDR-82",
      "paystack:payout:TRF_82:returned 8200 WDR-82",
      "paystack:refund:71 -20000 RFD-1",
      "paystack:refund:73 -7000 RFD-2",
      "paystack:refund:74 -3000 74",
    ]);
    expect(items.filter(({ settlementId }) => settlementId)).toHaveLength(3);
    const [settlement] = await itemsOf("settlement:508");
    expect(settlement).toMatchObject({ amount: 70_000, finding: null });
  });

  it("fetchSettlements stores a refund separately if its settlement has fewer deductions, was stored before, or is unpaid after a week", async () => {
    const payment = await payOn("11", "TRX-APART");
    const refund = await payOn("12", "RFD-3", { type: "refund", amount: 20_000, fee: 0, refundOf: payment.id });
    const made = { transaction: 1, transaction_reference: "TRX-APART", status: "processed", merchant_note: "" };
    paystack.state.refunds = [
      { ...made, id: 76, amount: 20_000, merchant_note: refund.id, settlement: 520, createdAt: "2026-11-15T10:00:00Z" },
      { ...made, id: 77, amount: 1_000, settlement: 501, createdAt: "2026-11-15T10:00:00Z" },
      { ...made, id: 78, amount: 1_100, settlement: 999, createdAt: "2026-11-10T10:00:00Z" },
      { ...made, id: 79, amount: 1_200, settlement: 999, createdAt: "2026-11-15T10:00:00Z" },
    ];
    settle(520, "15", [paid("TRX-APART")]);
    expect(await run()).toBe(1);
    const apart = sql`source_key in ('paystack:refund:76', 'paystack:refund:77', 'paystack:refund:78', 'paystack:refund:79')`;
    const items = await app.db.select().from(reconciliationItems).where(apart);
    expect(summary(items).sort()).toEqual([
      "paystack:refund:76 -20000 RFD-3",
      "paystack:refund:77 -1000 77",
      "paystack:refund:78 -1100 78",
    ]);
    expect(items.every(({ settlementId }) => settlementId === null)).toBe(true);
    expect((await itemsOf("settlement:520"))[0]).toMatchObject({ finding: null });
  });

  it("fetchSettlements stores two items if the provider paid one of our payouts or refunds twice", async () => {
    const payment = await payOn("12", "TRX-TWICE");
    const refund = await payOn("13", "RFD-9", { type: "refund", amount: 6_000, fee: 0, refundOf: payment.id });
    const made = { currency: "NGN", createdAt: "2026-11-15T10:00:00Z" };
    paystack.state.refunds = [91, 92].map((id) => ({
      ...{ ...made, id, transaction: 1, transaction_reference: "TRX-TWICE", status: "processed", amount: 6_000 },
      ...{ merchant_note: refund.id, settlement: null },
    }));
    for (const id of [93, 94])
      paystack.state.transfers.set(`twice-${id}`, {
        ...{ ...made, id, recipient: "r", status: "success", reference: "wdr-90", amount: 9_000 },
        transfer_code: `TRF_${id}`,
      });
    await run();
    await run();
    const items = await app.db
      .select()
      .from(reconciliationItems)
      .where(sql`side = 'provider' and reference in ('RFD-9', 'WDR-90')`);
    expect(summary(items).sort()).toEqual([
      "paystack:payout:TRF_93 -9000 WDR-90",
      "paystack:payout:TRF_94 -9000 WDR-90",
      "paystack:refund:91 -6000 RFD-9",
      "paystack:refund:92 -6000 RFD-9",
    ]);
  });

  it("fetchSettlements stores why a provider could not be fetched, continues with the next provider, and clears the reason after a successful fetch", async () => {
    settle(509, "16", [paid("G")]);
    paystack.plan(/GET \/settlement/, "error", "error", "error");
    await expect(run()).rejects.toThrow("has a fault");
    expect(await readProvider()).toMatchObject({ problem: expect.stringContaining("has a fault") });
    expect(await readProvider("simulated")).toMatchObject({ problem: null, fetchedTo: "2026-11-17" });
    expect(await run()).toBe(1);
    expect(await readProvider()).toMatchObject({ problem: null });
  });

  it("fetchSettlements stores nothing of a settlement if the provider fails before its last page", async () => {
    settle(
      510,
      "17",
      Array.from({ length: 120 }, (_, n) => paid(`H-${n}`)),
    );
    let requests = 0;
    const before = paystack.received.push;
    // The second page fails on each attempt.
    paystack.received.push = (...calls) => {
      for (const { path } of calls)
        if (path === "/settlement/510/transactions" && ++requests === 1)
          setImmediate(() => paystack.plan(/GET \/settlement\/510/, "error", "error", "error"));
      return before.apply(paystack.received, calls);
    };
    await expect(run()).rejects.toThrow();
    paystack.received.push = before;
    expect(await itemsOf(510)).toEqual([]);
    expect(await run()).toBe(1);
    expect(await itemsOf(510)).toHaveLength(122);
  });

  it("fetchSettlements skips a provider that was fetched in the last ten minutes", async () => {
    settle(511, "17", [paid("I")]);
    expect(await fetchSettlements(app.db, 600_000, NOW)).toBe(0);
    expect(await itemsOf(511)).toEqual([]);
    await app.db.execute(sql`update reconciliation_providers set fetched_at = now() - interval '11 minutes'`);
    expect(await fetchSettlements(app.db, 600_000, NOW)).toBe(1);
  });
});
