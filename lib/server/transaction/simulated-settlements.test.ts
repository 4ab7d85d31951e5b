import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { reconciliationItems, reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { loadLedger, type PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { collectLedgerItems } from "@/lib/server/reconciliation/sources/collect-ledger";
import { fetchSettlements } from "@/lib/server/reconciliation/sources/fetch-settlements";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import { changeSettings } from "@/lib/server/testing/settings";
import { disputeLossPostings, paymentPostings, refundPostings, suspensePostings } from "./postings";
import { simulatedProvider } from "./simulated-provider";
import { simulatedSettlementPages } from "./simulated-settlements";

const settings = changeSettings();
const usualSize = simulatedSettlementPages.itemsPerPage;
let app: TestApp;
let userId: string;
let methodId: string;
const entries: PastLedgerEntry[] = [];

type Values = Partial<typeof transactions.$inferInsert>;
async function insertOn(day: string, reference: string, values: Values = {}) {
  const at = new Date(`2026-11-${day}T09:00:00Z`);
  const [inserted] = await app.db
    .insert(transactions)
    .values({
      ...{ id: uuid(), reference, userId, type: "wallet_funding", channel: "card", methodId, amount: 100_000 },
      ...{ fee: 0, state: "succeeded", createdAt: at, completedAt: at, ...values },
    })
    .returning();
  if (!inserted) throw new Error("no transaction");
  return { ...inserted, at };
}
type Row = Awaited<ReturnType<typeof insertOn>>;
function post({ id, reference, at }: Row, key: string, postings: PastLedgerEntry["postings"] | null) {
  const source = { type: "transaction", id };
  const kind = key.startsWith("refund") ? "transaction_refund" : "transaction";
  entries.push({ id: uuid(), key, kind, description: reference, source, postedBy: null, at, postings: postings ?? [] });
}
async function pay(day: string, reference: string, values: Values = {}) {
  const row = await insertOn(day, reference, values);
  post(row, `transaction:${row.id}`, paymentPostings(row));
  return row;
}

beforeAll(async () => {
  settings.isSimulatedProviderDown = false;
  app = await startTestApp();
  userId = (await makeUser(app)).id;
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
  entries.push({
    ...{
      id: uuid(),
      key: "start",
      kind: "fund",
      description: "Start",
      postedBy: null,
      at: new Date("2026-11-01T09:00:00Z"),
    },
    source: { type: "test", id: uuid() },
    postings: [
      { accountId: IDS.settlement_float, amount: -1_000_000 },
      { accountId: IDS.suspense, amount: 1_000_000 },
    ],
  });
  const bill = await pay("10", "TRX-BILL", {
    type: "bill_payment",
    amount: 200_000,
    fee: 500,
    state: "partially_refunded",
  });
  await pay("10", "TRX-FUNDING");
  await pay("10", "TRX-WALLET", { type: "bill_payment", channel: "wallet", methodId: null });
  const late = await insertOn("10", "TRX-LATE", { state: "failed", amount: 40_000 });
  post(late, `transaction:${late.id}:late`, suspensePostings(late, 40_000));
  await insertOn("10", "TRX-FAILED", { state: "failed" });

  const refund = await insertOn("11", "RFD-1", { type: "refund", amount: 30_000, refundOf: bill.id });
  post(refund, `refund:${refund.id}`, refundPostings({ ...bill, refundedAmount: 0 }, 30_000));
  const refused = await insertOn("11", "RFD-REFUSED", {
    type: "refund",
    amount: 10_000,
    refundOf: bill.id,
    failureReason: "No",
  });
  post(refused, `refund:${refused.id}`, refundPostings({ ...bill, refundedAmount: 30_000 }, 10_000));
  const lost = await pay("11", "TRX-LOST", { state: "lost" });
  post({ ...lost, at: new Date("2026-11-12T09:00:00Z") }, `transaction:${lost.id}:lost`, disputeLossPostings(lost));
  await pay("12", "TRX-PAYOUT", { type: "withdrawal", channel: "bank_transfer", amount: 60_000, fee: 100 });
  await app.db.transaction((tx) => loadLedger(tx, entries));
});
afterAll(() => app.stop());
afterEach(() => {
  simulatedSettlementPages.itemsPerPage = usualSize;
  settings.isSimulatedProviderDown = false;
});

const period = { from: "2026-11-11", to: "2026-11-13" };

describe("settlements of the simulated provider", () => {
  it("the simulated provider settles each day on the next day, less fees, refunds, payouts and lost disputes", async () => {
    const { items } = await simulatedProvider.settlements(period);
    const settlement = { state: "paid", fees: 0, deductions: 0 };
    expect(items).toEqual([
      {
        ...settlement,
        id: "SIM-2026-11-11",
        day: "2026-11-11",
        gross: 340_500,
        fees: 5_108,
        net: 335_392,
        narration: "SIM-2026-11-11",
      },
      {
        ...settlement,
        id: "SIM-2026-11-12",
        day: "2026-11-12",
        gross: 100_000,
        fees: 1_500,
        deductions: 30_000,
        net: 68_500,
        narration: "SIM-2026-11-12",
      },
      {
        ...settlement,
        id: "SIM-2026-11-13",
        day: "2026-11-13",
        gross: 0,
        deductions: 160_000,
        net: -160_000,
        narration: "SIM-2026-11-13",
      },
    ]);
  });

  it("the simulated provider lists a settlement's items by page; their sum less fees is the net amount", async () => {
    simulatedSettlementPages.itemsPerPage = 2;
    for (const { id, net, fees } of (await simulatedProvider.settlements(period)).items) {
      const first = await simulatedProvider.settledItems(id);
      const second = first.next_cursor ? await simulatedProvider.settledItems(id, first.next_cursor) : { items: [] };
      const all = [...first.items, ...second.items];
      expect(all.reduce((sum, { amount }) => sum + amount, 0) - fees).toBe(net);
      expect(all.reduce((sum, item) => sum + item.fees, 0)).toBe(fees);
      expect(new Set(all.map(({ providerReference }) => providerReference)).size).toBe(all.length);
    }
    expect(await simulatedProvider.settledItems("another")).toEqual({ items: [], next_cursor: null });
  });

  it("fetching from a simulated provider that is down fails, and stores the reason", async () => {
    await startReconciliation(app, "2026-11-10");
    settings.isSimulatedProviderDown = true;
    await expect(fetchSettlements(app.db, 0, Date.parse("2026-11-14T09:00:00Z"))).rejects.toThrow("can't be reached");
    const [row] = await app.db
      .select()
      .from(reconciliationProviders)
      .where(eq(reconciliationProviders.provider, "simulated"));
    expect(row).toMatchObject({ fetchedTo: null, problem: expect.stringContaining("can't be reached") });
  });

  it("each float posting that concerns the simulated provider matches exactly one provider record with the same amount", async () => {
    expect(await fetchSettlements(app.db, 0, Date.parse("2026-11-14T09:00:00Z"))).toBe(3);
    await collectLedgerItems(app.db);
    const itemsOf = async (side: "provider" | "ledger") => {
      const rows = await app.db.select().from(reconciliationItems).where(eq(reconciliationItems.side, side));
      return rows
        .filter(({ kind }) => ["payment", "refund", "payout", "chargeback", "fee"].includes(kind))
        .map(({ kind, reference, amount, transactionId }) => `${kind} ${reference} ${amount} ${transactionId}`)
        .filter((text) => !text.includes("RFD-REFUSED"))
        .sort();
    };
    const listed = await itemsOf("provider");
    expect(listed).toHaveLength(9);
    expect(await itemsOf("ledger")).toEqual(listed);
    const sums = await app.db.execute(sql`
      select s.reference from reconciliation_items s join reconciliation_items i on i.settlement_id = s.id
      group by s.id having s.amount <> sum(i.amount) or bool_or(s.finding is not null)`);
    expect(sums.rows).toEqual([]);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});
