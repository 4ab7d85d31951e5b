import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { ReconciliationItemDetails } from "@/lib/contract/reconciliation-items";
import { approvals } from "@/lib/server/db/schema/approvals";
import {
  reconciliationItems,
  reconciliationMovements,
  reconciliationSettings,
} from "@/lib/server/db/schema/reconciliation";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { readProviderFigures } from "@/lib/server/reconciliation/days/provider-figures";
import { matchOpenItems as runMatching } from "@/lib/server/reconciliation/matching/match-items";
import { collectLedgerItems } from "@/lib/server/reconciliation/sources/collect-ledger";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import {
  FIRST_TEST_DAY,
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let approver: Awaited<ReturnType<typeof makeAdmin>>;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let make: ReturnType<typeof reconciliationItemMakers>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  approver = await makeAdmin(app);
  calls = reconciliationItemCallsOf(app, admin);
  make = reconciliationItemMakers(app, await startReconciliationWithBankAccount(app));
  await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.fee_income, 1_000_000);
});
afterAll(() => app.stop());

const movementOf = async (itemId: number) => {
  const [row] = await app.db
    .select({ movement: walletMovements })
    .from(reconciliationMovements)
    .innerJoin(walletMovements, eq(walletMovements.id, reconciliationMovements.movementId))
    .where(eq(reconciliationMovements.itemId, itemId));
  return row?.movement;
};
const decide = async (itemId: number, decision: "approved" | "rejected") => {
  const movement = await movementOf(itemId);
  const [approval] = await app.db
    .select()
    .from(approvals)
    .where(eq(approvals.recordId, movement?.id ?? ""));
  return app.call("PATCH", `/approvals/${approval?.id}/decision`, {
    token: approver.token,
    body: { decision, ...(decision === "rejected" && { reason: "Not ours" }) },
    headers: { "idempotency-key": uuid() },
  });
};

describe("resolveItem", () => {
  it("resolveItem requests a withdrawal from fee income for a bank charge, which another admin approves", async () => {
    const charge = await make.bank(-5_000, { narration: "SMS charge", reference: "FT-77" });
    const { status, json } = await calls.resolve(charge.id, 1, "write_off");
    expect(status).toBe(200);
    const movement = await movementOf(charge.id);
    expect(movement).toMatchObject({
      ...{ kind: "withdraw", account: "fee_income", amount: 5_000, state: "awaiting_approval", requestedBy: admin.id },
      ...{ externalReference: "FT-77", transactionId: null, note: expect.stringContaining("Bank charge") },
    });
    expect(json.data).toMatchObject({
      version: 2,
      movements: [{ reference: movement?.reference, state: "awaiting_approval", amount: 5_000 }],
    });
    expect((await app.audit(String(charge.id)))[0]).toMatchObject({
      action: "reconciliation.resolveItem",
      before: { transfer: null },
      after: { transfer: movement?.reference, how: "Write off as a fee", amount: "₦50.00", remark: "Bank charge" },
    });
    expect((await decide(charge.id, "approved")).status).toBe(200);
    expect((await calls.item(charge.id)).movements[0]).toMatchObject({ state: "posted" });
    await collectLedgerItems(app.db);
    await runMatching(app.db);
    expect(await calls.item(charge.id)).toMatchObject({
      state: "matched",
      match: { total: 2, items: [{ id: charge.id }, { side: "ledger", kind: "movement", amount: -5_000 }] },
    });
  });

  it.each([
    ["money at the bank to suspense", () => make.bank(9_000), "suspense", ["fund", "suspense", null, 9_000]],
    [
      "a deduction from suspense",
      () => make.provider(-9_100, { kind: "deduction" }),
      "suspense",
      ["withdraw", "suspense", null, 9_100],
    ],
    [
      "a posting that the bank never gets",
      () => make.ledger(4_000),
      "suspense",
      ["adjust", "settlement_float", "decrease", 4_000],
    ],
    [
      "a payment out that the bank never makes",
      () => make.ledger(-4_100),
      "suspense",
      ["adjust", "settlement_float", "increase", 4_100],
    ],
    [
      "a settlement that the bank never gets",
      () => make.provider(4_300, { kind: "settlement" }),
      "suspense",
      ["adjust", "settlement_float", "decrease", 4_300],
    ],
    [
      "a small settlement as a fee",
      () => make.provider(4_400, { kind: "settlement" }),
      "write_off",
      ["withdraw", "fee_income", null, 4_400],
    ],
    ["a small posting as a fee", () => make.ledger(4_200), "write_off", ["withdraw", "fee_income", null, 4_200]],
  ] as const)("resolveItem posts %s", async (_title, makeItem, how, expected) => {
    const item = await makeItem();
    expect((await calls.resolve(item.id, 1, how)).status).toBe(200);
    const movement = await movementOf(item.id);
    expect([movement?.kind, movement?.account, movement?.direction, movement?.amount]).toEqual(expected);
  });

  it("resolveItem takes a settlement that never arrives out of the float, so that it no longer counts as money at the provider", async () => {
    const period = {
      day: "2999-12-31",
      baseDay: "2019-12-31",
      startsOn: FIRST_TEST_DAY,
      baseFigures: null,
      storedFigures: null,
    };
    const before = await readProviderFigures(app.db, period);
    const settlement = await make.provider(70_000, { kind: "settlement", reference: "S-70", narration: "PSTK_70" });
    await calls.resolve(settlement.id, 1, "suspense");
    expect((await decide(settlement.id, "approved")).status).toBe(200);
    await collectLedgerItems(app.db);
    await runMatching(app.db);
    expect(await calls.item(settlement.id)).toMatchObject({
      state: "matched",
      match: { rule: "by_hand", items: [{ id: settlement.id }, { side: "ledger", amount: -70_000 }] },
    });
    expect((await readProviderFigures(app.db, period)).closing - before.closing).toBe(-70_000);
  });

  it("a reconciliation item with a waiting transfer is not matched automatically, because the transfer would post its money again", async () => {
    const reference = "TRX-ABCDEF123456";
    const line = await make.bank(33_300, { narration: reference });
    expect((await calls.resolve(line.id, 1, "suspense")).status).toBe(200);
    const posting = await make.ledger(33_300, { kind: "movement", reference });
    await runMatching(app.db);
    expect((await calls.item(line.id)).state).toBe("exception");
    expect((await decide(line.id, "rejected")).status).toBe(200);
    await app.db.update(reconciliationSettings).set({ matchedOn: null });
    await runMatching(app.db);
    expect((await calls.item(line.id)).match).toMatchObject({
      rule: "reference",
      items: [{ id: line.id }, { id: posting.id }],
    });
  });

  it.each([
    ["a shortfall up to the limit from fees", 95_000, 100_000, ["withdraw", "fee_income", 5_000]],
    ["a large shortfall from suspense", 100_000, 700_000, ["withdraw", "suspense", 600_000]],
    ["a surplus to suspense", 100_000, 98_000, ["fund", "suspense", 2_000]],
  ] as const)("resolveItem posts the difference of %s", async (_title, atBank, inLedger, expected) => {
    const posting = await make.ledger(inLedger);
    const line = await make.bank(atBank, { finding: "amount_differs", cause: "fee", counterpartId: posting.id });
    expect((await calls.resolve(line.id, 1, "post_difference")).status).toBe(200);
    const movement = await movementOf(line.id);
    expect([movement?.kind, movement?.account, movement?.amount]).toEqual(expected);
    // A second transfer for the same difference, requested for the ledger item, is refused.
    const [again] = await app.db
      .update(reconciliationItems)
      .set({ finding: "amount_differs", counterpartId: line.id })
      .where(eq(reconciliationItems.id, posting.id))
      .returning();
    const twice = await calls.resolve(posting.id, again?.version ?? 0, "post_difference");
    expect([twice.status, twice.json.message]).toEqual([409, expect.stringContaining(`for item ${line.id} waits`)]);
  });

  it.each([
    ["a write-off above the limit", () => make.bank(-500_001), "write_off", "The largest write-off is ₦5,000.00"],
    ["a write-off of money that arrived", () => make.bank(10), "write_off", "Post money that arrived to suspense"],
    ["a difference of an item without one", () => make.bank(-10), "post_difference", "has no difference"],
  ] as const)("resolveItem rejects %s", async (_title, makeItem, how, message) => {
    const item = await makeItem();
    const { status, json } = await calls.resolve(item.id, 1, how);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await movementOf(item.id)).toBeUndefined();
    expect((await app.audit())[0]).toMatchObject({
      ...{ action: "reconciliation.resolveItem", outcome: "refused" },
      ...{ recordType: "reconciliation_item", recordId: String(item.id) },
    });
  });

  it("resolveItem refuses a bank line that differs from its settlement, and explains how to split it", async () => {
    const settlement = await make.provider(995_000, { kind: "settlement" });
    const line = await make.bank(990_000, { finding: "amount_differs", counterpartId: settlement.id });
    const { status, json } = await calls.resolve(line.id, 1, "post_difference");
    expect([status, json.message]).toEqual([400, expect.stringContaining("into ₦9,950.00 and -₦50.00")]);
  });

  it("resolveItem rejects a second transfer while one waits or is posted, and allows one after a rejection", async () => {
    const item = await make.bank(-100);
    await calls.resolve(item.id, 1, "write_off");
    const second = await calls.resolve(item.id, 2, "suspense");
    expect([second.status, second.json.message]).toEqual([409, expect.stringContaining("waits for approval already")]);
    const posting = await make.ledger(-100);
    expect((await calls.match([item.id, posting.id])).json.message).toContain("Withdraw it first");
    expect((await calls.split(item.id, 2, [-50, -50])).status).toBe(409);
    expect((await decide(item.id, "rejected")).status).toBe(200);
    expect((await calls.resolve(item.id, 2, "write_off")).status).toBe(200);
    const movements = (await calls.item(item.id)).movements as ReconciliationItemDetails["movements"];
    expect(movements.map(({ state }) => state)).toEqual(["awaiting_approval", "rejected"]);
  });

  it("resolveItem rejects an outdated version with the current item, a matched item, and an admin who may not create transfers", async () => {
    const [line, posting] = [await make.bank(-300), await make.ledger(-300)];
    const stale = await calls.resolve(line.id, 7, "write_off");
    expect([stale.status, stale.json.current]).toMatchObject([409, { id: line.id, version: 1 }]);
    const updater = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "update"] }) });
    expect((await reconciliationItemCallsOf(app, updater).resolve(line.id, 1, "write_off")).status).toBe(403);
    await calls.match([line.id, posting.id]);
    expect((await calls.resolve(line.id, 2, "write_off")).json.message).toContain("is matched");
  });

  it("resolveItem requests one transfer for a repeated call, and for two admins at the same time", async () => {
    const item = await make.bank(-200);
    const key = uuid();
    const answers = await Promise.all([
      calls.resolve(item.id, 1, "write_off", key),
      reconciliationItemCallsOf(app, approver).resolve(item.id, 1, "write_off"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await calls.resolve(item.id, 1, "write_off", key);
    expect([200, 409]).toContain(again.status);
    expect(await app.db.$count(reconciliationMovements, eq(reconciliationMovements.itemId, item.id))).toBe(1);
  });
});
