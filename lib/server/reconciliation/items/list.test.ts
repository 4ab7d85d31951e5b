import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  DISTANT_DAY,
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

type Item = typeof reconciliationItems.$inferSelect;
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let accountId: string;
const items = {} as Record<"line" | "expected" | "payment" | "posting" | "pair" | "part" | "whole", Item>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  calls = reconciliationItemCallsOf(app, admin);
  expect((await calls.call("GET", "/figures")).json.data).toEqual({
    ...{ starts_on: null, exceptions: [], expected: [], matched: [], asked_me: 0 },
  });
  expect(await calls.list()).toEqual([]);
  accountId = await startReconciliationWithBankAccount(app);
  const make = reconciliationItemMakers(app, accountId);
  items.line = await make.bank(500_000, { day: "2020-01-08", narration: "NIP/Ékanem O’Neil/rent_50%" });
  items.expected = await make.provider(250_000, { dueOn: DISTANT_DAY, providerReference: "T685312", kind: "refund" });
  items.payment = await make.provider(-70_000, { finding: "missing_in_ledger", day: "2020-01-07" });
  items.posting = await make.ledger(120_000, { reference: "TRX-019AC01FFE3B", finding: "missing_at_bank" });
  items.pair = await make.ledger(-120_000, { reference: "RFD-019AC01FFE3B" });
  items.whole = await make.bank(90_000);
  await calls.split(items.whole.id, 1, [50_000, 40_000]);
});
afterAll(() => app.stop());

const idsOf = async (query: string) => (await calls.list(query)).map(({ id }) => id);

describe("items", () => {
  it("the list of reconciliation items shows exceptions by default, newest day first, and the parts of a split item instead of the item", async () => {
    const listed = await calls.list();
    expect(listed.map(({ id }) => id).slice(0, 2)).toEqual([items.line.id, items.payment.id]);
    expect(listed).toHaveLength(6);
    expect(listed.map(({ amount }) => amount)).toEqual(expect.arrayContaining([50_000, 40_000]));
    expect(listed.map(({ id }) => id)).not.toContain(items.whole.id);
    expect(listed[0]).toMatchObject({
      ...{ side: "bank", state: "exception", reason: "unknown", account: { id: accountId, name: "Collections" } },
      ...{ amount: 500_000, rule: null, asked: null, version: 1 },
    });
  });

  it.each([
    ["state=expected", ["expected"]],
    ["reason=missing_in_ledger,missing_at_bank", ["payment", "posting"]],
    ["reason=unknown&side=bank&min=4000", ["line"]],
    ["side=provider&state=exception,expected", ["payment", "expected"]],
    ["kind=refund&state=expected", ["expected"]],
    ["min=700&max=700", ["payment"]],
    ["from=2020-01-07&to=2020-01-07", ["payment"]],
    ["rule=by_hand", []],
    ["asked=me", []],
    ["q=T685312", ["expected"]],
    ["q=trx%20019ac01ffe3b", ["posting"]],
    ["q=Ekanem%20oneil", ["line"]],
    ["q=Ekanem%20Bassey", []],
    ["sort=-amount&min=5000", ["line"]],
  ] as [string, (keyof typeof items)[]][])(
    "the list of reconciliation items filters and sorts by %s",
    async (query, names) => {
      expect(await idsOf(query)).toEqual(names.map((name) => items[name].id));
    },
  );

  it("the list of reconciliation items finds an item by its number, and the items of a bank account", async () => {
    expect(await idsOf(`q=${items.pair.id}`)).toContain(items.pair.id);
    expect(await idsOf(`q=${items.whole.id}`)).not.toContain(items.whole.id);
    expect(await idsOf(`account=${accountId}`)).toHaveLength(3);
  });

  it("the list of reconciliation items sorts by amount, and repeats no item on the next page", async () => {
    const amounts = (await calls.list("sort=amount")).map(({ amount }) => amount);
    expect(amounts).toEqual([-120_000, -70_000, 40_000, 50_000, 120_000, 500_000]);
    const { json } = await calls.call("GET", "/items?size=20&page=1");
    expect(json.data).toMatchObject({ items: [], page: 1, total: 6, totalIsCapped: false });
  });

  it("the figures above the list of reconciliation items count and sum exceptions, expected and matched items, and questions to the caller", async () => {
    const { json: matched } = await calls.match([items.posting.id, items.pair.id]);
    expect(matched.data.items).toBe(2);
    const { json } = await calls.call("GET", "/figures");
    expect(json.data).toEqual({
      starts_on: "2020-01-06",
      exceptions: [
        { reason: "missing_in_ledger", side: "provider", count: 1, amount: 70_000 },
        { reason: "unknown", side: "bank", count: 3, amount: 590_000 },
      ],
      expected: [{ side: "provider", count: 1, amount: 250_000 }],
      matched: [{ side: "ledger", count: 2, amount: 240_000 }],
      asked_me: 0,
    });
    expect(await idsOf("rule=by_hand")).toEqual([items.pair.id, items.posting.id]);
    expect(await idsOf("state=matched")).toEqual([items.pair.id, items.posting.id]);
  });

  it("the list of reconciliation items rejects an unknown filter, and admins without a right to System Wallet", async () => {
    expect((await calls.call("GET", "/items?reason=none")).status).toBe(400);
    const other = reconciliationItemCallsOf(
      app,
      await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) }),
    );
    expect((await other.call("GET", "/items")).status).toBe(403);
    expect((await other.call("GET", "/figures")).status).toBe(403);
    expect((await other.call("GET", `/items/${items.line.id}`)).status).toBe(403);
  });

  it("every write to reconciliation items is refused for an admin who may only read", async () => {
    const reader = reconciliationItemCallsOf(
      app,
      await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) }),
    );
    const { id } = items.line;
    const answers = [
      await reader.match([id, items.payment.id]),
      await reader.unmatch(1),
      await reader.split(id, 1, [1, 499_999]),
      await reader.undoSplit(items.whole.id, 2),
      await reader.resolve(id, 1, "suspense"),
      await reader.ask(id, 1, admin.id),
      await reader.preview([{ item_id: id, decision: "suspense", remark: "Unknown" }]),
      await reader.decide([{ item_id: id, decision: "suspense", remark: "Unknown" }]),
      await reader.call("POST", "/items/export", {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await reader.call("GET", "/items")).status).toBe(200);
  });
});

describe("an item", () => {
  it("a reconciliation item's page returns its settlement, the settlement's records, its parts and its match candidates", async () => {
    const make = reconciliationItemMakers(app, accountId);
    const settlement = await make.provider(990_000, { kind: "settlement", reference: "ST_77", narration: "PSTK_77" });
    const payment = await make.provider(1_000_000, { settlementId: settlement.id, reference: "TRX-1AB" });
    const fee = await make.provider(-10_000, { settlementId: settlement.id, kind: "fee" });
    const line = await make.bank(990_000, { narration: "PSTK_77", day: "2020-01-09" });
    const far = await make.ledger(1_000_000, { day: "2020-02-20" });
    const named = await make.ledger(1_000_100, { reference: "TRX-1AB", day: "2020-03-20" });
    expect(await calls.item(settlement.id)).toMatchObject({
      contained: [{ id: payment.id }, { id: fee.id }],
      contained_total: 2,
      candidates: [{ id: line.id }],
      next_step: expect.stringContaining("candidates"),
      is_closed: false,
    });
    expect(await calls.item(payment.id)).toMatchObject({
      settlement: { id: settlement.id },
      candidates: [{ id: named.id }, { id: far.id }],
    });
    const whole = await calls.item(items.whole.id);
    expect(whole.parts.map(({ amount }: { amount: number }) => amount)).toEqual([50_000, 40_000]);
    expect((await calls.item(whole.parts[0].id)).parts).toHaveLength(2);
  });

  it("the match candidates of a reconciliation item include its reversal on the same side", async () => {
    const make = reconciliationItemMakers(app, accountId);
    const entry = await make.ledger(33_300, { reference: "TRX-REV" });
    const reversal = await make.ledger(-33_300, { reference: "TRX-REV" });
    const other = await make.ledger(33_300, { reference: "TRX-REV" });
    const { candidates } = await calls.item(entry.id);
    expect(candidates.map(({ id }: { id: number }) => id)).toEqual([reversal.id]);
    expect(other.id).toBeGreaterThan(reversal.id);
  });

  it("reading an unknown reconciliation item returns 404", async () => {
    expect((await calls.call("GET", "/items/999999")).status).toBe(404);
  });
});
