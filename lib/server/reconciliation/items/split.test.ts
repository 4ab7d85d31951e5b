import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_KOBO } from "@/lib/contract/ledger.values";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

let app: TestApp;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let make: ReturnType<typeof reconciliationItemMakers>;

beforeAll(async () => {
  app = await startTestApp();
  calls = reconciliationItemCallsOf(app, await makeAdmin(app));
  make = reconciliationItemMakers(app, await startReconciliationWithBankAccount(app));
});
afterAll(() => app.stop());

const partsOf = (id: number) =>
  app.db.select().from(reconciliationItems).where(eq(reconciliationItems.splitOf, id)).orderBy(reconciliationItems.id);

describe("splitItem", () => {
  it("splitItem splits an item into positive and negative parts, with audit rows for the item and each part", async () => {
    const line = await make.bank(995_000, { reference: "FT-1", finding: "amount_differs", dueOn: "2020-01-09" });
    const { status, json } = await calls.split(line.id, 1, [1_000_000, -5_000]);
    expect([status, json.data.is_split, json.data.version]).toEqual([200, true, 2]);
    const parts = await partsOf(line.id);
    expect(parts.map(({ amount }) => amount)).toEqual([1_000_000, -5_000]);
    for (const part of parts)
      expect(part).toMatchObject({
        ...{ side: "bank", day: line.day, dueOn: "2020-01-09", reference: "FT-1", accountId: line.accountId },
        ...{ finding: null, version: 1 },
      });
    expect((await app.audit(String(line.id)))[0]).toMatchObject({
      action: "reconciliation.splitItem",
      after: { parts: "₦10,000.00, -₦50.00", remark: "Two payments" },
    });
    expect((await app.audit(String(parts[0]?.id)))[0]).toMatchObject({
      after: { part_of: `Bank ₦9,950.00 of 6 Jan 2020 (item ${line.id})`, amount: "₦10,000.00" },
    });
    const payment = await make.ledger(1_000_000);
    expect((await calls.match([parts[0]?.id ?? 0, payment.id])).status).toBe(200);
  });

  it("splitItem rejects parts with another sum than the item, a zero part, a single part, and more than 20 parts", async () => {
    const line = await make.bank(1_000);
    for (const [amounts, message] of [
      [[400, 500], "The parts sum to ₦9.00, and the item is ₦10.00."],
      [[1_000, 0], "A part can't be zero."],
      [[1_000], "Enter at least two parts."],
      [Array.from({ length: 21 }, () => 1), ""],
    ] as const) {
      const { status, json } = await calls.split(line.id, 1, amounts);
      expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await partsOf(line.id)).toEqual([]);
  });

  it("splitItem rejects amounts whose sum equals the item's only after floating-point rounding", async () => {
    const line = await make.bank(1_000);
    const { status, json } = await calls.split(line.id, 1, [MAX_KOBO, 2, -MAX_KOBO, 999]);
    expect([status, json.message]).toEqual([400, expect.stringContaining("The parts sum to ₦10.01")]);
  });

  it("splitItem rejects an outdated version, a matched item, and a split one", async () => {
    const [line, posting] = [await make.bank(1_000), await make.ledger(1_000)];
    const stale = await calls.split(line.id, 2, [400, 600]);
    expect([stale.status, stale.json.current.version]).toEqual([409, 1]);
    const split = await make.bank(1_000);
    await calls.split(split.id, 1, [400, 600]);
    expect((await calls.split(split.id, 2, [400, 600])).json.message).toContain("is split");
    await calls.match([line.id, posting.id]);
    expect((await calls.split(line.id, 2, [400, 600])).json.message).toContain("is matched");
  });
});

describe("undoSplit", () => {
  it("undoSplit joins the parts, and allows another split", async () => {
    const line = await make.bank(1_000);
    await calls.split(line.id, 1, [400, 600]);
    const { status, json } = await calls.undoSplit(line.id, 2);
    expect([status, json.data.is_split, json.data.parts]).toEqual([200, false, []]);
    expect((await app.audit(String(line.id)))[0]).toMatchObject({
      action: "reconciliation.undoSplit",
      before: { parts: "₦4.00, ₦6.00" },
      after: { parts: null },
    });
    expect((await calls.split(line.id, 3, [100, 900])).status).toBe(200);
  });

  it("undoSplit rejects an item that is not split, and one with a matched part, a split part or a part with a transfer", async () => {
    const whole = await make.bank(1_000);
    expect((await calls.undoSplit(whole.id, 1)).json.message).toContain("is not split");
    await calls.split(whole.id, 1, [400, 600]);
    const [first, second] = await partsOf(whole.id);
    const posting = await make.ledger(400);
    const { json } = await calls.match([first?.id ?? 0, posting.id]);
    expect((await calls.undoSplit(whole.id, 2)).json.message).toContain("is matched");
    await calls.unmatch(json.data.match_id);
    await calls.split(second?.id ?? 0, 1, [300, 300]);
    expect((await calls.undoSplit(whole.id, 2)).json.message).toContain("is split");
    await calls.undoSplit(second?.id ?? 0, 2);
    await calls.resolve(second?.id ?? 0, 3, "suspense");
    expect((await calls.undoSplit(whole.id, 2)).json.message).toContain("A manual transfer was requested for a part");
  });

  it("undoSplit joins parts whose match was undone", async () => {
    const whole = await make.bank(1_000);
    await calls.split(whole.id, 1, [400, 600]);
    const [first] = await partsOf(whole.id);
    const posting = await make.ledger(400);
    const { json } = await calls.match([first?.id ?? 0, posting.id]);
    await calls.unmatch(json.data.match_id);
    expect((await calls.undoSplit(whole.id, 2)).status).toBe(200);
  });
});
