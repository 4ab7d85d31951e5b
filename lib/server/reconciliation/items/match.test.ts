import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  reconciliationDays,
  reconciliationItems,
  reconciliationMatches,
  reconciliationSeparations,
} from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  FIRST_TEST_DAY,
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let other: Awaited<ReturnType<typeof makeAdmin>>;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let make: ReturnType<typeof reconciliationItemMakers>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  other = await makeAdmin(app);
  calls = reconciliationItemCallsOf(app, admin);
  make = reconciliationItemMakers(app, await startReconciliationWithBankAccount(app));
});
afterAll(() => app.stop());

const rowsOf = (matchId: number) =>
  app.db.select().from(reconciliationItems).where(eq(reconciliationItems.matchId, matchId));

/** Closes the first test day as two admins do. */
async function closeFirstDay() {
  await app.db.insert(reconciliationDays).values({ day: FIRST_TEST_DAY, state: "proposed", proposedBy: admin.id });
  await app.db
    .update(reconciliationDays)
    .set({ state: "closed", closedBy: other.id, closedAt: new Date(), figures: {}, auditHash: "x" });
}

describe("matchItems", () => {
  it("matchItems matches one bank line with two postings, with an audit row for each item", async () => {
    const line = await make.bank(300_000, { finding: "missing_in_ledger", counterpartId: 5 });
    const postings = [await make.ledger(100_000, { reference: "TRX-A" }), await make.ledger(200_000)];
    const ids = [line, ...postings].map(({ id }) => id);
    const { status, json } = await calls.match(ids, "Paid in one sum");
    expect([status, json.data.items]).toEqual([200, 3]);
    const rows = await rowsOf(json.data.match_id);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ finding: null, counterpartId: null, version: 2 });
    const [match] = await app.db.select().from(reconciliationMatches);
    expect(match).toMatchObject({
      ...{ rule: "by_hand", accountingDay: FIRST_TEST_DAY, matchedBy: admin.id, remark: "Paid in one sum" },
    });
    const [audit] = await app.audit(String(line.id));
    expect(audit).toMatchObject({
      ...{ action: "reconciliation.matchItems", recordType: "reconciliation_item", recordName: `Item ${line.id}` },
      before: { match: null },
      after: {
        match: json.data.match_id,
        remark: "Paid in one sum",
        matched_with: expect.stringContaining(`Ledger ₦1,000.00 of 6 Jan 2020 (item ${postings[0]?.id})`),
      },
    });
    const single = await calls.item(line.id);
    expect(single).toMatchObject({
      state: "matched",
      rule: "by_hand",
      next_step: null,
      candidates: [],
      match: { id: json.data.match_id, remark: "Paid in one sum", matched_by: { id: admin.id }, total: 3 },
      timeline: [{ action: "reconciliation.matchItems", by: { id: admin.id } }],
    });
  });

  it("matchItems matches a settlement with a bank line and a manual transfer of their difference, and refuses another posting", async () => {
    const [settlement, line] = [await make.provider(1_000, { kind: "settlement" }), await make.bank(950)];
    const [payment, fee] = [await make.ledger(-50), await make.ledger(-50, { kind: "movement" })];
    const other = await make.ledger(1_000, { kind: "movement" });
    for (const [items, message] of [
      [[settlement, line, payment], "only manual transfers can explain a difference"],
      [[settlement, other], "The bank's sum must be the provider's and the ledger's together"],
    ] as const) {
      const { status, json } = await calls.match(items.map(({ id }) => id));
      expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await calls.match([settlement.id, line.id, fee.id])).status).toBe(200);
  });

  it("matchItems matches a ledger entry with its reversal", async () => {
    const ids = [(await make.ledger(7_000)).id, (await make.ledger(-7_000)).id];
    expect((await calls.match(ids)).status).toBe(200);
  });

  it.each([
    [
      "sides with other sums",
      () => [make.bank(5_000), make.ledger(4_000)],
      "The sums differ: bank ₦50.00, ledger ₦40.00.",
    ],
    ["items of one side that do not sum to zero", () => [make.bank(5_000), make.bank(4_000)], "bank ₦90.00"],
    [
      "a third side with another sum",
      () => [make.bank(5_000), make.ledger(5_000), make.provider(4_999)],
      "bank ₦50.00, provider ₦49.99, ledger ₦50.00",
    ],
  ] as const)("matchItems rejects %s and returns the sums", async (_title, makeItems, message) => {
    const ids = (await Promise.all(makeItems())).map(({ id }) => id);
    const { status, json } = await calls.match(ids);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await calls.item(ids[0] ?? 0)).state).toBe("exception");
    const [refused] = await app.audit();
    expect(refused).toMatchObject({ action: "reconciliation.matchItems", outcome: "refused" });
  });

  it("matchItems rejects fewer than two items, more than 200, a repeated, an unknown or a split item", async () => {
    const [line, posting, whole] = [await make.bank(1_100), await make.ledger(1_100), await make.ledger(1_100)];
    await calls.split(whole.id, 1, [100, 1_000]);
    for (const ids of [[line.id], [line.id, line.id], Array.from({ length: 201 }, (_, index) => index + 1)])
      expect((await calls.match(ids)).status).toBe(400);
    expect((await calls.match([line.id, 999_999])).status).toBe(404);
    expect((await calls.match([line.id, 999_998, 999_999])).json.message).toContain("999998 and 999999 do not exist");
    const { status, json } = await calls.match([line.id, whole.id]);
    expect([status, json.message]).toEqual([409, expect.stringContaining("is split")]);
    expect((await calls.match([line.id, posting.id], "  ")).status).toBe(400);
  });

  it("of two admins who match the same reconciliation item at the same time, one succeeds", async () => {
    const line = await make.bank(8_800);
    const [first, second] = [await make.ledger(8_800), await make.ledger(8_800)];
    const answers = await Promise.all([
      calls.match([line.id, first.id]),
      reconciliationItemCallsOf(app, other).match([second.id, line.id]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.message).toContain("is matched");
  });

  it("a retry of the call that matches reconciliation items with the same idempotency key returns the first response", async () => {
    const ids = [(await make.bank(6_600)).id, (await make.ledger(6_600)).id];
    const key = uuid();
    const first = await calls.match(ids, "Same money", key);
    const again = await calls.match(ids, "Same money", key);
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
  });
});

describe("unmatch", () => {
  it("unmatch reopens the items of a match, stores that an admin separated them, and lets an admin match them again", async () => {
    const ids = [(await make.bank(9_900)).id, (await make.ledger(9_900)).id];
    const matchId = (await calls.match(ids)).json.data.match_id as number;
    const { status, json } = await calls.unmatch(matchId);
    expect([status, json.data]).toEqual([200, { items: 2 }]);
    expect(await rowsOf(matchId)).toEqual([]);
    expect(await app.db.$count(reconciliationMatches, eq(reconciliationMatches.id, matchId))).toBe(0);
    const separated = await app.db.select().from(reconciliationSeparations);
    expect(separated).toEqual(ids.map((itemId) => ({ itemId, matchId })));
    expect((await app.audit(String(ids[0])))[0]).toMatchObject({
      action: "reconciliation.unmatch",
      before: { match: matchId, rule: "Matched by an admin", matched_with: expect.stringContaining(`item ${ids[1]}`) },
      after: { match: null, remark: "Wrong payment" },
    });
    expect((await calls.match(ids)).status).toBe(200);
    expect((await calls.unmatch(matchId)).status).toBe(404);
  });

  it("unmatch undoes an automatic match", async () => {
    const ids = [(await make.bank(4_400)).id, (await make.ledger(4_400)).id];
    const matchId = await app.db.transaction(async (tx) => {
      const [match] = await tx
        .insert(reconciliationMatches)
        .values({ rule: "reference", accountingDay: FIRST_TEST_DAY })
        .returning();
      await tx.update(reconciliationItems).set({ matchId: match?.id }).where(sql`${reconciliationItems.id} in ${ids}`);
      return match?.id ?? 0;
    });
    expect((await calls.unmatch(matchId)).json.data).toEqual({ items: 2 });
  });

  it("unmatch rejects a match of a closed day; a new match of items of closed days belongs to the next open day", async () => {
    const ids = [(await make.bank(2_200)).id, (await make.ledger(2_200)).id];
    const matchId = (await calls.match(ids)).json.data.match_id as number;
    const open = [(await make.bank(2_300)).id, (await make.ledger(2_300)).id];
    await closeFirstDay();
    const { status, json } = await calls.unmatch(matchId);
    expect([status, json.message]).toEqual([409, expect.stringContaining("6 Jan 2020, which is closed")]);
    expect(await rowsOf(matchId)).toHaveLength(2);
    expect((await calls.item(ids[0] ?? 0)).match).toMatchObject({ is_closed: true });
    const later = (await calls.match(open)).json.data.match_id as number;
    const [match] = await app.db.select().from(reconciliationMatches).where(eq(reconciliationMatches.id, later));
    expect(match?.accountingDay).toBe("2020-01-07");
    expect((await calls.unmatch(later)).status).toBe(200);
    const closedItem = await calls.item(open[0] ?? 0);
    const refused = await calls.split(closedItem.id, closedItem.version, [1_000, 1_300]);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("is closed")]);
  });
});
