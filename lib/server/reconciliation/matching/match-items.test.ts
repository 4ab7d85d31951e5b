import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  reconciliationItems,
  reconciliationSeparations,
  reconciliationSettings,
} from "@/lib/server/db/schema/reconciliation";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { createReconciliationItemWriter } from "@/lib/server/testing/matching-items";
import { startReconciliation } from "@/lib/server/testing/reconciliation";
import { matchOpenItems } from "./match-items";
import { tryRules } from "./try-rules";

/** A past day and the next ones, so that all items are due. */
const [DAY, NEXT_DAY, THIRD_DAY] = ["2026-03-02", "2026-03-03", "2026-03-04"];
const LIMITS = { amountLimit: 0, dayLimit: 3, nameLimit: 60 };

let app: TestApp;
let items: Awaited<ReturnType<typeof createReconciliationItemWriter>>;

beforeAll(async () => {
  app = await startTestApp();
  expect(await matchOpenItems(app.db)).toBe(0);
  await startReconciliation(app, DAY);
  items = await createReconciliationItemWriter(app.db, DAY);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await items.clear();
  await app.db.update(reconciliationSettings).set({ ...LIMITS, matchedOn: null });
});

/** Runs automatic matching. @returns the stored matches and findings as texts */
async function match() {
  await matchOpenItems(app.db);
  return items.read();
}

describe("rules", () => {
  it("the matching rules match a provider's record by reference, kind and amount, and a bank line by a transfer's reference with or without hyphen", async () => {
    await items.add({
      payment: { side: "ledger", kind: "payment", amount: 500, reference: "TRX-A1" },
      record: { side: "provider", amount: 500, reference: "TRX-A1" },
      refund: { side: "provider", kind: "refund", amount: -500, reference: "TRX-A1" },
      wal1: { side: "ledger", amount: -700, reference: "WAL-000001" },
      line1: { side: "bank", amount: -700, narration: "NIP TRF wal-000001 ZENITH" },
      wal2: { side: "ledger", amount: -700, reference: "WAL-000002" },
      line2: { side: "bank", amount: -700, narration: "NIP TRF WAL000002/ZENITH" },
    });
    expect(await match()).toEqual([
      "reference: line1 wal1",
      "reference: line2 wal2",
      "reference: payment record",
      "refund: missing_in_ledger",
    ]);
  });

  it("the matching rules do not match a bank line that contains the references of two items of its amount", async () => {
    await items.add({
      one: { side: "ledger", amount: 700, reference: "WAL-000001" },
      two: { side: "ledger", amount: 700, reference: "WAL-000002" },
      line: { side: "bank", amount: 700, narration: "WAL-000001 WAL-000002" },
    });
    expect(await match()).toEqual(["line: unknown", "one: missing_at_bank", "two: missing_at_bank"]);
  });

  it("the matching rules match names with accents, and do not choose between equal candidates", async () => {
    await items.add({
      clear: { side: "ledger", amount: -900, narration: "Refund to Ọláwálé Adébáyò" },
      clearLine: { side: "bank", amount: -900, day: NEXT_DAY, narration: "TRF/OLAWALE ADEBAYO/GTB" },
      other: { side: "ledger", amount: -800, narration: "Calabar Motors" },
      otherLine: { side: "bank", amount: -800, narration: "TRF ZENITH CLEANING" },
      twin1: { side: "ledger", amount: -600, narration: "Crystal Waters Limited" },
      twin2: { side: "ledger", amount: -600, narration: "Crystal Waters Limited" },
      twinLine: { side: "bank", amount: -600, narration: "CRYSTAL WATERS" },
    });
    expect(await match()).toEqual([
      "amount_day_name: clear clearLine",
      ...["other: missing_at_bank", "otherLine: unknown"],
      ...["twin1: missing_at_bank", "twin2: missing_at_bank", "twinLine: unknown"],
    ]);
  });

  it("the matching rules match a settlement with its bank line only if its records sum to it, and a settlement of ₦0 alone", async () => {
    const { settlement, wrong } = await items.add({
      settlement: { side: "provider", kind: "settlement", amount: 985, reference: "1", narration: "PSTK_1" },
      wrong: { side: "provider", kind: "settlement", amount: 980, reference: "2", narration: "PSTK_2" },
      zero: { side: "provider", kind: "settlement", amount: 0, reference: "3", narration: "PSTK_3" },
    });
    const record = { side: "provider", kind: "deduction", reference: null } as const;
    await items.add({
      part: { ...record, amount: 985, settlementId: settlement },
      wrongPart: { ...record, amount: 985, settlementId: wrong },
      line: { side: "bank", amount: 985, narration: "NIP/PSTK_1/PAYSTACK" },
      wrongLine: { side: "bank", amount: 980, narration: "NIP/PSTK_2/PAYSTACK" },
      // Contains the text of another settlement only as part of a longer word.
      longer: { side: "bank", amount: 985, narration: "NIP/PSTK_11/PAYSTACK" },
    });
    expect(await match()).toEqual([
      "longer: missing_at_provider",
      "part: missing_in_ledger",
      "settlement: line settlement",
      "settlement: zero",
      "wrong: amount_differs/fee/wrongLine",
      "wrongLine: amount_differs/fee/wrong",
      "wrongPart: missing_in_ledger",
    ]);
  });

  it("the matching rules match one bank line with several days' remittances, and prefer the revenue head whose code is in the narration", async () => {
    const remittance = { side: "ledger", kind: "remittance" } as const;
    await items.add({
      a1: { ...remittance, amount: -100, remittanceGroup: "head:IRS-1" },
      a2: { ...remittance, amount: -200, day: NEXT_DAY, remittanceGroup: "head:IRS-1" },
      b: { ...remittance, amount: -300, remittanceGroup: "head:LND-2" },
      named: { side: "bank", amount: -300, day: THIRD_DAY, narration: "TRF IRS-1 REVENUE" },
      c: { ...remittance, amount: -50, remittanceGroup: "ticket" },
      d: { ...remittance, amount: -50, remittanceGroup: "bill_payment" },
      ambiguous: { side: "bank", amount: -50, day: THIRD_DAY, narration: "TRF MINISTRY" },
    });
    expect(await match()).toEqual([
      "ambiguous: unknown",
      ...["b: missing_at_bank", "c: missing_at_bank", "d: missing_at_bank"],
      "one_to_many: a1 a2 named",
    ]);
  });

  it("the matching rules match a manual transfer with the bank lines that pay its parts, and a bank line with several transfers", async () => {
    await items.add({
      whole: { side: "ledger", amount: -900, reference: "WAL-000001" },
      part1: { side: "bank", amount: -400, narration: "WAL-000001 PART 1" },
      part2: { side: "bank", amount: -500, narration: "WAL-000001 PART 2" },
      first: { side: "ledger", amount: -10, reference: "WAL-000002" },
      second: { side: "ledger", amount: -20, reference: "WAL-000003" },
      both: { side: "bank", amount: -30, narration: "WAL-000002/WAL-000003" },
    });
    expect(await match()).toEqual(["many_to_one: part1 part2 whole", "one_to_many: both first second"]);
  });

  it("the matching rules do not repeat a match that an admin undid", async () => {
    const ids = await items.add({
      movement: { side: "ledger", amount: -900, reference: "WAL-000001" },
      line: { side: "bank", amount: -900, narration: "WAL-000001" },
    });
    await app.db
      .insert(reconciliationSeparations)
      .values([ids.movement, ids.line].map((itemId) => ({ itemId, matchId: 1 })));
    expect(await match()).toEqual(["line: unknown", "movement: missing_at_bank"]);
  });
});

describe("findings", () => {
  it("a finding about different amounts contains the counterpart item and the cause of the difference", async () => {
    const payment = { side: "ledger", kind: "payment" } as const;
    await items.add({
      duty: { ...payment, amount: 1_000_000, reference: "TRX-1" },
      dutyRecord: { side: "provider", amount: 995_000, reference: "TRX-1" },
      small: { ...payment, amount: 999_999, reference: "TRX-2" },
      smallRecord: { side: "provider", amount: 994_999, reference: "TRX-2" },
      part: { ...payment, amount: 1_000, reference: "TRX-3" },
      partRecord: { side: "provider", amount: 900, reference: "TRX-3" },
      more: { ...payment, amount: 1_000, reference: "TRX-4" },
      moreRecord: { side: "provider", amount: 1_001, reference: "TRX-4" },
    });
    expect(await match()).toEqual([
      ...["duty: amount_differs/stamp_duty/dutyRecord", "dutyRecord: amount_differs/stamp_duty/duty"],
      ...["more: amount_differs/moreRecord", "moreRecord: amount_differs/more"],
      ...["part: amount_differs/partial/partRecord", "partRecord: amount_differs/partial/part"],
      ...["small: amount_differs/fee/smallRecord", "smallRecord: amount_differs/fee/small"],
    ]);
  });

  it("items with near amounts and similar names get a finding only within the amount limit that an admin sets", async () => {
    await items.add({
      movement: { side: "ledger", amount: -100_000, narration: "Calabar Motors repair" },
      line: { side: "bank", amount: -100_050, narration: "TRF CALABAR MOTORS" },
    });
    expect(await match()).toEqual(["line: unknown", "movement: missing_at_bank"]);
    // Changing the limit makes the next run due, although no item is new.
    await app.db.update(reconciliationSettings).set({ amountLimit: 50 });
    expect(await match()).toEqual(["line: amount_differs/fee/movement", "movement: amount_differs/fee/line"]);
  });

  it("repeated and reversed bank lines get a finding, but not every line with the letters REV", async () => {
    await items.add({
      movement: { side: "ledger", amount: -900, reference: "WAL-000001" },
      line: { side: "bank", amount: -900, narration: "NIP WAL-000001" },
      again: { side: "bank", amount: -900, day: NEXT_DAY, narration: "NIP WAL-000001" },
      back: { side: "bank", amount: 900, day: THIRD_DAY, narration: "RVSL NIP WAL-000001" },
      revenue: { side: "bank", amount: 900, narration: "LAND REV CALABAR" },
    });
    expect(await match()).toEqual([
      "again: reversed/back",
      "back: reversed/again",
      "reference: line movement",
      "revenue: unknown",
    ]);
  });

  it("matching keeps the finding of remittances without a revenue head, and stores none for items that are not due", async () => {
    await items.add({
      headless: { side: "ledger", kind: "remittance", amount: -100, finding: "no_revenue_head" },
      later: { side: "ledger", amount: -900, dueOn: "9999-01-01" },
    });
    expect(await match()).toEqual(["headless: no_revenue_head", "later: -"]);
  });
});

describe("runs", () => {
  const pair = {
    movement: { side: "ledger", amount: -900, reference: "WAL-000001" },
    line: { side: "bank", amount: -900, narration: "WAL-000001" },
  } as const;

  it("two servers that match at the same time match each item once", async () => {
    await items.add(pair);
    const counts = await Promise.all([matchOpenItems(app.db), matchOpenItems(app.db)]);
    expect(counts[0] + counts[1]).toBe(1);
    expect(await items.read()).toEqual(["reference: line movement"]);
  });

  it("matching skips an item that another transaction has locked, and matches it later", async () => {
    const { line } = await items.add(pair);
    await app.db.transaction(async (tx) => {
      await tx.select().from(reconciliationItems).where(eq(reconciliationItems.id, line)).for("update");
      expect(await matchOpenItems(app.db)).toBe(0);
      expect(await items.read()).toEqual(["line: -", "movement: missing_at_bank"]);
    });
    expect(await match()).toEqual(["reference: line movement"]);
  });

  it("storing a finding keeps the item's version, so that an admin who has the item open can still decide", async () => {
    const { line } = await items.add({ line: { side: "bank", amount: 333, narration: "No one knows" } });
    await match();
    const [row] = await app.db
      .select()
      .from(reconciliationItems)
      .where(eq(reconciliationItems.id, line ?? 0));
    expect(row).toMatchObject({ finding: "unknown", version: 1 });
  });

  it("matching runs again if a due item has no finding, for example after its match was undone", async () => {
    await items.add({ rest: { side: "bank", amount: 5, narration: "CASH" } });
    await match();
    await app.db.update(reconciliationItems).set({ finding: null });
    expect(await match()).toEqual(["rest: unknown"]);
  });

  it("matching runs again only after an item was added, and writes an audit row with the number of matches by rule", async () => {
    await items.add({ rest: { side: "bank", amount: 5, narration: "CASH" } });
    expect(await match()).toEqual(["rest: unknown"]);
    // Stores a wrong finding, which a run would correct. It stays, because no run is due.
    await app.db.update(reconciliationItems).set({ finding: "duplicate" });
    expect(await match()).toEqual(["rest: duplicate"]);
    await items.add(pair);
    expect(await matchOpenItems(app.db)).toBe(1);
    const [newest] = await app.audit();
    expect(newest).toMatchObject({ action: "reconciliation.itemsMatched", after: { reference: "1" }, adminId: null });
  });
});

describe("tryRules", () => {
  it("tryRules returns what the rules would match if no item were matched, and changes nothing", async () => {
    const ids = await items.add({
      movement: { side: "ledger", amount: -900, reference: "WAL-000001" },
      line: { side: "bank", amount: -900, narration: "WAL-000001" },
      rest: { side: "bank", amount: 5, narration: "CASH" },
      outside: { side: "bank", amount: 7, day: THIRD_DAY, narration: "CASH" },
    });
    const before = await match();
    const period = { from: DAY, to: NEXT_DAY, limits: LIMITS };
    const trial = await tryRules(app.db, period);
    expect(trial.items).toBe(3);
    expect(trial.rest).toEqual([{ side: "bank", items: 1, amount: 5 }]);
    expect(trial.rules.map(({ rule, matches }) => [rule, matches])).toEqual([
      ["reference", 1],
      ...["provider_reference", "settlement", "amount_day_name", "one_to_many", "many_to_one"].map((rule) => [rule, 0]),
    ]);
    expect(trial.rules[0]?.examples.map((group) => group.map(({ id }) => id))).toEqual([[ids.line, ids.movement]]);
    const alone = await tryRules(app.db, { ...period, rules: ["settlement"] });
    expect(alone).toMatchObject({ rules: [{ rule: "settlement", matches: 0, items: 0, examples: [] }] });
    expect(await items.read()).toEqual(before);
  });
});
