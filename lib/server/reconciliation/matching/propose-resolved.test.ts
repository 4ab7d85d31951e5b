import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import {
  reconciliationMatches,
  reconciliationMovements,
  reconciliationSettings,
} from "@/lib/server/db/schema/reconciliation";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { createReconciliationItemWriter } from "@/lib/server/testing/matching-items";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { matchOpenItems } from "./match-items";

const DAY = "2026-03-02";

let app: TestApp;
let items: Awaited<ReturnType<typeof createReconciliationItemWriter>>;
let adminId: string;

beforeAll(async () => {
  app = await startTestApp();
  await startReconciliation(app, DAY);
  items = await createReconciliationItemWriter(app.db, DAY);
  adminId = (await makeAdmin(app)).id;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await items.clear();
  await app.db.update(reconciliationSettings).set({ matchedOn: null });
});

/**
 * Stores a posted manual transfer that an admin requested for an item, and the ledger item of its entry. Stores no postings.
 * @returns the entry's id
 */
async function postMovement(key: string, itemId: number, amount: number): Promise<string> {
  const [id, entryId] = [uuid(), uuid()];
  await app.db.transaction(async (tx) => {
    await switchTriggers(tx, "disable", "ledger_entries", "wallet_movements");
    await insertEntry(tx, entryId);
    await tx.insert(walletMovements).values({
      ...{
        id,
        kind: "transfer",
        state: "posted",
        account: "settlement_float",
        toAccount: "suspense",
        direction: "decrease",
      },
      ...{ amount: Math.abs(amount), note: "Resolve an item", requestedBy: adminId, entryId },
    });
    await switchTriggers(tx, "enable", "ledger_entries", "wallet_movements");
  });
  await app.db.insert(reconciliationMovements).values({ movementId: id, itemId });
  await items.add({ [key]: { side: "ledger", amount, entryId, dueOn: "9999-01-01" } });
  return entryId;
}

const insertEntry = (tx: Parameters<typeof switchTriggers>[0], id: string, reversalOf?: string) =>
  tx.insert(ledgerEntries).values({
    ...{ id, key: `test:${id}`, kind: "transfer", size: 2, description: "Test", reversalOf },
    ...{ sourceType: "wallet_movement", sourceId: id, postedAt: sql`now()` },
  });

it("automatic matching matches a written-off item with its manual transfer, in the name of the admin who requested the transfer", async () => {
  const { line } = await items.add({ line: { side: "bank", amount: -50, narration: "SMS CHARGES" } });
  await postMovement("movement", line, -50);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["by_hand: line movement"]);
  const [match] = await app.db.select().from(reconciliationMatches);
  expect(match).toMatchObject({ rule: "by_hand", matchedBy: adminId, accountingDay: DAY });
});

it("automatic matching matches a posting that is missing at the provider with the manual transfer that reverses it", async () => {
  const { payment } = await items.add({
    payment: { side: "ledger", kind: "payment", amount: 700, reference: "TRX-1" },
  });
  await postMovement("movement", payment, -700);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["by_hand: movement payment"]);
});

it("automatic matching matches a settlement, its bank line and the manual transfer of their difference", async () => {
  const { line } = await items.add({
    settlement: { side: "provider", kind: "settlement", amount: 2_000_000, reference: "1", narration: "PSTK_1" },
    line: { side: "bank", amount: 1_995_000, narration: "NIP/PSTK_1" },
  });
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual([
    "line: amount_differs/stamp_duty/settlement",
    "settlement: amount_differs/stamp_duty/line",
  ]);
  await postMovement("movement", line, -5_000);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["by_hand: line movement settlement"]);
});

it("automatic matching matches a payment, the provider's record of a smaller amount, and the manual transfer of their difference", async () => {
  const { payment } = await items.add({
    payment: { side: "ledger", kind: "payment", amount: 1_000, reference: "TRX-1" },
    record: { side: "provider", amount: 950, reference: "TRX-1" },
  });
  await matchOpenItems(app.db);
  await postMovement("movement", payment, -50);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["by_hand: movement payment record"]);
});

it("automatic matching leaves an item open while its manual transfer has another amount, or is reversed", async () => {
  const { line } = await items.add({ line: { side: "bank", amount: -50, narration: "SMS CHARGES" } });
  const entryId = await postMovement("other", line, -40);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["line: unknown", "other: -"]);
  await postMovement("movement", line, -50).then((id) => reverse(id));
  await reverse(entryId);
  await matchOpenItems(app.db);
  expect(await items.read()).toEqual(["line: unknown", "movement: -", "other: -"]);
});

/** Stores a ledger entry that reverses another entry, without a ledger item. */
async function reverse(entryId: string) {
  await app.db.transaction(async (tx) => {
    await switchTriggers(tx, "disable", "ledger_entries");
    await insertEntry(tx, uuid(), entryId);
    await switchTriggers(tx, "enable", "ledger_entries");
  });
}
