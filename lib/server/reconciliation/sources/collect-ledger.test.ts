import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { reconciliationItems, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { revenueHeads, taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { loadLedger, type PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import {
  disputeLossPostings,
  paymentPostings,
  refundPostings,
  suspensePostings,
} from "@/lib/server/transaction/postings";
import { collectLedgerItems, ledgerCollectionLimits } from "./collect-ledger";

const usualBatch = ledgerCollectionLimits.postingsPerBatch;
let app: TestApp;
let userId: string;
let methodId: string;
let adminId: string;
const entries: PastLedgerEntry[] = [];
let minute = 0;

/** Returns a time on a day of November 2026 in Lagos; later calls return later times. */
const timeOn = (day: number) => new Date(Date.UTC(2026, 10, day, 8, minute++));

type TransactionValues = Partial<typeof transactions.$inferInsert>;

/** Inserts a transaction that is completed on a day of November 2026. */
async function transactionOn(day: number, values: TransactionValues) {
  const at = timeOn(day);
  const id = uuid();
  const [row] = await app.db
    .insert(transactions)
    .values({
      ...{ id, reference: `TRX-${minute}`, userId, type: "bill_payment", channel: "card", methodId, amount: 100_000 },
      ...{
        fee: 1_000,
        state: "succeeded",
        providerReference: `P-${minute}`,
        createdAt: at,
        completedAt: at,
        ...values,
      },
    })
    .returning();
  if (!row) throw new Error("no transaction");
  return { ...row, at };
}
type Row = Awaited<ReturnType<typeof transactionOn>>;

/** Adds the backdated ledger entry of a transaction to the entries to load. */
function post(
  row: Row,
  postings: PastLedgerEntry["postings"],
  { key = `transaction:${row.id}`, kind = "transaction" } = {},
) {
  const source = { type: "transaction", id: row.id };
  const entry = { id: uuid(), key, kind: kind as "transaction", description: `About ${row.reference}`, source };
  entries.push({ ...entry, postedBy: null, at: row.at, postings });
}
const pay = (row: Row) => post(row, paymentPostings(row));
const move = (from: string, to: string, amount: number) => [
  { accountId: from, amount: -amount },
  { accountId: to, amount },
];

/** Inserts a manual transfer with its past entry. */
async function movementOn(
  day: number,
  postings: PastLedgerEntry["postings"],
  values: object = {},
  reversalOf?: string,
) {
  const at = timeOn(day);
  const [id, entryId] = [uuid(), uuid()];
  entries.push({
    ...{
      id: entryId,
      key: `movement:${id}`,
      kind: reversalOf ? "reversal" : "fund",
      description: `Movement ${minute}`,
    },
    ...{ source: { type: "wallet_movement", id }, postedBy: adminId, at, postings, reversalOf },
  });
  return {
    id,
    entryId,
    values: { id, reference: `WAL-${minute}`, amount: 5_000, note: "n", requestedBy: adminId, ...values },
  };
}

const startsOn = "2026-11-10";
const cards: Record<string, Row> = {};

beforeAll(async () => {
  app = await startTestApp();
  userId = (await makeUser(app)).id;
  adminId = (await makeAdmin(app)).id;
  methodId = uuid();
  await app.db.insert(paymentMethods).values({
    ...{
      id: methodId,
      code: "card",
      name: "Card",
      channel: "card",
      provider: "simulated",
      minAmount: 1,
      maxAmount: 10_000_000,
    },
  });
  await buildDays();
  await app.db.transaction((tx) => loadLedger(tx, entries));
});
afterAll(() => app.stop());
afterEach(() => {
  ledgerCollectionLimits.postingsPerBatch = usualBatch;
  vi.restoreAllMocks();
});

/** Builds one entry of each kind that touches the float; Tuesday, 10 November 2026 is the first day. */
async function buildDays() {
  const opening = [
    { accountId: userId, amount: 49_000_000 },
    { accountId: IDS.promotions_pool, amount: 1_000_000 },
  ];
  entries.push({
    ...{
      id: uuid(),
      key: "opening",
      kind: "opening_balance",
      description: "Opening balance",
      postedBy: adminId,
      at: timeOn(2),
    },
    ...{
      source: { type: "opening_balance_file", id: uuid() },
      postings: [{ accountId: IDS.settlement_float, amount: -50_000_000 }, ...opening],
    },
  });
  pay(await transactionOn(9, { reference: "TRX-EARLY" }));

  pay(await transactionOn(10, { reference: "TRX-BILL", discount: 4_000 }));
  pay(await transactionOn(10, { reference: "TRX-WALLET-BILL", channel: "wallet", methodId: null }));
  pay(await transactionOn(10, { reference: "TRX-FUNDING", type: "wallet_funding" }));
  pay(await transactionOn(10, { reference: "TRX-TICKET", type: "ticket" }));
  pay(await transactionOn(10, { reference: "TRX-WITHDRAWAL", type: "withdrawal", channel: "bank_transfer" }));

  const [head, noAccount] = [uuid(), uuid()];
  await app.db.insert(revenueHeads).values([
    {
      id: head,
      code: "1201",
      startsOn: "2026-01-01",
      name: "Market levy",
      ministry: "Finance",
      bankName: "UBA",
      accountNumber: "1234567890",
    },
    {
      id: noAccount,
      code: "1202",
      startsOn: "2026-01-01",
      name: "Land use",
      ministry: "Lands",
      bankName: "UBA",
      accountNumber: "1234567891",
    },
    { id: uuid(), code: "1202", startsOn: "2026-11-05", name: "Land use", ministry: "Lands" },
  ]);
  for (const [reference, headId] of [
    ["TRX-TAX", head],
    ["TRX-TAX-NO-ACCOUNT", noAccount],
    ["TRX-TAX-NO-HEAD", null],
  ] as const) {
    const tax = await transactionOn(10, { reference, type: "tax_and_levy" });
    cards[reference] = tax;
    if (headId) await app.db.insert(taxPayments).values({ transactionId: tax.id, revenueHeadId: headId });
    pay(tax);
  }

  const failed = await transactionOn(11, { reference: "TRX-LATE", type: "wallet_funding", state: "failed" });
  post(failed, suspensePostings(failed, 90_000) ?? [], { key: `transaction:${failed.id}:late` });
  const disputed = await transactionOn(11, { reference: "TRX-LOST", type: "wallet_funding", state: "lost" });
  pay(disputed);
  post({ ...disputed, at: timeOn(12) }, disputeLossPostings(disputed), { key: `transaction:${disputed.id}:lost` });
  const walletBill = await transactionOn(11, {
    reference: "TRX-WALLET-LOST",
    channel: "wallet",
    methodId: null,
    state: "lost",
  });
  pay(walletBill);
  post({ ...walletBill, at: timeOn(12) }, disputeLossPostings(walletBill), {
    key: `transaction:${walletBill.id}:lost`,
  });

  const tax = cards["TRX-TAX"] as Row;
  const refund = await transactionOn(12, {
    reference: "RFD-1",
    type: "refund",
    amount: 30_000,
    fee: 0,
    refundOf: tax.id,
  });
  post(refund, refundPostings({ ...tax, refundedAmount: 0 }, 30_000), {
    key: `refund:${refund.id}`,
    kind: "transaction_refund",
  });
  const refusal = { ...refund, at: timeOn(12) };
  post(refusal, move(IDS.settlement_float, IDS.suspense, 30_000), { key: `refund:${refund.id}:refused:1` });

  const fund = await movementOn(12, move(IDS.settlement_float, IDS.suspense, 5_000), {});
  const fundRow = {
    ...fund.values,
    kind: "fund" as const,
    account: "suspense" as const,
    direction: "increase" as const,
  };
  const back = await movementOn(13, move(IDS.suspense, IDS.settlement_float, 5_000), {}, fund.entryId);
  const backRow = { ...back.values, kind: "reversal" as const, reversesEntryId: null };
  await app.db.insert(walletMovements).values([
    { ...fundRow, reference: "WAL-FUND", externalReference: "FT-77" },
    { ...backRow, reference: "WAL-BACK" },
  ]);
  entries.push({
    ...{
      id: uuid(),
      key: "settlement:paystack:30:9:fees",
      kind: "settlement_fee",
      description: "Fees",
      postedBy: null,
      at: timeOn(13),
    },
    ...{ source: { type: "settlement", id: uuid() }, postings: move(IDS.fee_income, IDS.settlement_float, 700) },
  });
}

const readItems = () =>
  app.db
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.side, "ledger"))
    .orderBy(asc(reconciliationItems.id));
const readSeq = async () => (await app.db.select().from(reconciliationSettings))[0]?.ledgerSeq ?? 0;

/** Returns items as `kind reference amount dueOn`, with group and finding if they have one. */
const describeItems = (items: Awaited<ReturnType<typeof readItems>>) =>
  items.map(({ kind, reference, amount, day, dueOn, remittanceGroup, finding }) =>
    [kind, reference, amount, day.slice(8), dueOn.slice(8), remittanceGroup, finding]
      .filter((part) => part !== null)
      .join(" "),
  );

const EXPECTED = [
  "payment TRX-BILL 97000 10 13",
  "remittance TRX-BILL -100000 10 18 bill_payment",
  "remittance TRX-WALLET-BILL -100000 10 18 bill_payment",
  "payment TRX-FUNDING 101000 10 13",
  "payment TRX-TICKET 101000 10 13",
  "remittance TRX-TICKET -100000 10 18 ticket",
  "payout TRX-WITHDRAWAL -100000 10 13",
  "payment TRX-TAX 101000 10 13",
  "remittance TRX-TAX -100000 10 18 head:1201",
  "payment TRX-TAX-NO-ACCOUNT 101000 10 13",
  "remittance TRX-TAX-NO-ACCOUNT -100000 10 10 head:1202 no_head_account",
  "payment TRX-TAX-NO-HEAD 101000 10 13",
  "remittance TRX-TAX-NO-HEAD -100000 10 10 no_revenue_head",
  "payment TRX-LATE 90000 11 14",
  "payment TRX-LOST 101000 11 14",
  "remittance TRX-WALLET-LOST -100000 11 19 bill_payment",
  "chargeback TRX-LOST -100000 12 17",
  "remittance TRX-WALLET-LOST 100000 12 20 bill_payment",
  "remittance RFD-1 30000 12 20 head:1201",
  "refund RFD-1 -30000 12 17",
  "refund RFD-1 30000 12 17",
  "movement WAL-FUND 5000 12 17",
  "movement WAL-FUND -5000 13 18",
  "fee 30:9 -700 13 18",
];

describe("collecting postings on the float", () => {
  it("the ledger collector does nothing before reconciliation has started", async () => {
    expect(await collectLedgerItems(app.db)).toBe(0);
    expect(await readItems()).toEqual([]);
  });

  it("the ledger collector resumes after a crash in the middle of a batch, without losing or repeating a posting", async () => {
    await startReconciliation(app, startsOn);
    ledgerCollectionLimits.postingsPerBatch = 7;
    const transaction = app.db.transaction.bind(app.db);
    let runs = 0;
    vi.spyOn(app.db, "transaction").mockImplementation(((run: never) => {
      if (++runs < 2) return transaction(run);
      // The process dies after its last statement, before the commit.
      return transaction(async (tx) => {
        await (run as (each: unknown) => unknown)(tx);
        throw new Error("crash");
      });
    }) as typeof app.db.transaction);
    await expect(collectLedgerItems(app.db)).rejects.toThrow("crash");
    expect(await readItems()).toHaveLength(7);
    vi.restoreAllMocks();
    expect(await collectLedgerItems(app.db)).toBe(EXPECTED.length - 7);
  });

  it("the ledger collector turns each posting since the first day into an item with kind, reference, due day and group", async () => {
    const items = await readItems();
    expect(describeItems(items)).toEqual(EXPECTED);
    expect(items[0]).toMatchObject({ providerReference: expect.stringMatching(/^P-/), narration: "About TRX-BILL" });
    expect(items.find(({ reference }) => reference === "WAL-FUND")).toMatchObject({
      providerReference: "FT-77",
      transactionId: null,
    });
    expect(items.every(({ entryId, accountingDay, day }) => entryId && accountingDay === day)).toBe(true);
    const taxItems = items.filter(({ revenueHeadId }) => revenueHeadId);
    expect(taxItems.map(({ reference }) => reference)).toEqual([
      "TRX-TAX",
      "TRX-TAX",
      "TRX-TAX-NO-ACCOUNT",
      "TRX-TAX-NO-ACCOUNT",
      "RFD-1",
      "RFD-1",
      "RFD-1",
    ]);
    expect(await readSeq()).toBe(entries.length ? EXPECTED.length + 3 : 0);
  });

  it("the ledger collector adds no items when it runs a second time", async () => {
    expect(await collectLedgerItems(app.db)).toBe(0);
    expect(await readItems()).toHaveLength(EXPECTED.length);
  });

  it("the ledger collector adds one item per posting when several servers run it at the same time", async () => {
    for (let n = 0; n < 30; n++) await fundAccount(app.db, userId, 1_000 + n);
    ledgerCollectionLimits.postingsPerBatch = 4;
    const counts = await Promise.all([1, 2, 3].map(() => collectLedgerItems(app.db)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect((await readItems()).slice(EXPECTED.length).map(({ amount }) => amount)).toEqual(
      Array.from({ length: 30 }, (_, n) => 1_000 + n),
    );
  });

  it("the ledger collector returns early while a day is being closed, and collects afterwards", async () => {
    await fundAccount(app.db, userId, 2_000);
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`);
      expect(await collectLedgerItems(app.db)).toBe(0);
    });
    expect(await collectLedgerItems(app.db)).toBe(1);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});
