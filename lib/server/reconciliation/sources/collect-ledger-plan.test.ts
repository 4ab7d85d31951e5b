import { type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { transactions } from "@/lib/server/db/schema/transaction";
import { loadLedger, type PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { collectLedgerItems } from "./collect-ledger";
import { insertLedgerItems, settlementFloatPostingsSql } from "./ledger-items";

const BILLS = 3_000;
let app: TestApp;

/** Loads bills paid by card, each with two postings on the float, over five months. */
beforeAll(async () => {
  app = await startTestApp();
  const { id: userId } = await makeUser(app);
  const entries: PastLedgerEntry[] = [];
  const rows: (typeof transactions.$inferInsert)[] = [];
  for (let n = 0; n < BILLS; n++) {
    const at = new Date(Date.UTC(2026, 6, 1) + n * 130 * (86_400_000 / BILLS));
    const id = uuid();
    const values = {
      id,
      reference: `TRX-${n}`,
      userId,
      type: "bill_payment",
      channel: "card",
      amount: 5_000,
      fee: 100,
    } as const;
    rows.push({ ...values, state: "succeeded", createdAt: at, completedAt: at });
    entries.push({
      ...{ id: uuid(), key: `transaction:${id}`, kind: "transaction", description: `Bill ${n}`, postedBy: null, at },
      ...{ source: { type: "transaction", id }, postings: paymentPostings({ ...values, counterpartyId: null }) },
    });
  }
  for (let start = 0; start < BILLS; start += 1_000)
    await app.db.insert(transactions).values(rows.slice(start, start + 1_000));
  await app.db.transaction((tx) => loadLedger(tx, entries));
  await app.db.execute(sql`analyze`);
  await startReconciliation(app, "2026-07-01");
});
afterAll(() => app.stop());

it("the ledger collector finds the postings, entries and transactions of a batch by indexes alone", async () => {
  const plan = await app.db.transaction(async (tx) => {
    // Disables other plans, because the planner reads small tables without an index.
    for (const way of ["seqscan", "hashjoin", "mergejoin"])
      await tx.execute(sql`select set_config(${`enable_${way}`}, 'off', true)`);
    const lines: string[] = [];
    vi.spyOn(tx, "execute").mockImplementationOnce((async (statement: SQL) => {
      const { rows } = await tx.execute<Record<string, string>>(sql`explain ${statement}`);
      lines.push(...rows.flatMap((row) => Object.values(row)));
      return { rowCount: 0 };
    }) as unknown as typeof tx.execute);
    await insertLedgerItems(tx, settlementFloatPostingsSql(3_000, 3_200));
    return lines.join("\n");
  });
  expect(plan).toContain("Insert on reconciliation_items");
  expect(plan).toMatch(/Index (Only )?Scan (on|using) \w*ledger_postings_seq/);
  expect(plan).toContain("ledger_entries_pkey on ledger_entries e");
  expect(plan).toContain("transactions_pkey on transactions t");
  expect(plan).not.toMatch(/Seq Scan on (ledger|transactions|wallet_movements|tax_payments|revenue_heads)/);
});

it("the ledger collector turns thousands of postings into items, in several batches", async () => {
  expect(await collectLedgerItems(app.db)).toBe(2 * BILLS);
  expect(await app.db.$count(reconciliationItems)).toBe(2 * BILLS);
});
