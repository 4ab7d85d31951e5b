import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { reconciliationItems, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeRevenueHead, makeTaxPayment } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let bassey: typeof ada;
const today = () => lagosDayOf(new Date());
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  bassey = await makeAdmin(app);
  const startsOn = addDays(today(), -20);
  await app.db.update(reconciliationSettings).set({ startsOn, closedUntil: addDays(startsOn, -1) });
  await makeRevenueHead(app, { code: "12010101", name: "Land Use Charge", ministry: "Lands" });
  await makeRevenueHead(app, { code: "12010102", name: "Market Tolls", bankName: null, accountNumber: null });
});
afterAll(() => app.stop());

const assign = (transactionId: string, values: object = {}, { token } = ada) =>
  app.call("PATCH", `/wallets/transactions/${transactionId}/revenue-head`, {
    token,
    body: { code: "12010101", current: null, reason: "The payer sent the assessment", ...values },
  });

/** Stores the reconciliation item of a payment's remittance, with the finding that the collector stores for a payment without a head. */
async function makeRemittance(transactionId: string, day = today()) {
  const [item] = await app.db
    .insert(reconciliationItems)
    .values({
      ...{ side: "ledger", kind: "remittance", sourceKey: `ledger:${transactionId}:1`, amount: -100_000 },
      ...{ day, accountingDay: day, dueOn: day, transactionId, finding: "no_revenue_head" },
    })
    .returning();
  return item?.id ?? 0;
}
const readItem = async (id: number) => {
  const { rows } = await app.db.execute(sql`select remittance_group, finding, due_on::text as due_on,
    (due_on = first_late_day(day, 5)) as is_due_later from reconciliation_items where id = ${id}`);
  return rows[0];
};

describe("the revenue head of a payment", () => {
  it("assigning a revenue head to a payment stores the payer's LGA, updates the open remittance and writes an audit row", async () => {
    const { id } = await makeTaxPayment(app, { lga: "Ogoja" });
    const item = await makeRemittance(id);
    const { status, json } = await assign(id);
    expect([status, json.data.revenue_head]).toEqual([
      200,
      { code: "12010101", name: "Land Use Charge", ministry: "Lands" },
    ]);
    expect(await readItem(item)).toMatchObject({
      remittance_group: "head:12010101",
      finding: null,
      is_due_later: true,
    });
    const [stored] = await app.db.select().from(taxPayments).where(eq(taxPayments.transactionId, id));
    expect(stored?.lga).toBe("Ogoja");
    expect((await app.audit(id))[0]).toMatchObject({
      action: "revenueHeads.assign",
      before: { revenue_head: null },
      after: { revenue_head: "12010101 Land Use Charge", reason: "The payer sent the assessment", remittances: 1 },
    });
    const { json: single } = await app.call("GET", `/transactions/${id}`, { token: ada.token });
    expect(single.data.revenue_head.code).toBe("12010101");
  });

  it("a remittance of a revenue head without an account stays an exception until a second admin approves an account", async () => {
    const { id } = await makeTaxPayment(app);
    const item = await makeRemittance(id);
    await assign(id, { code: "12010102" });
    expect(await readItem(item)).toMatchObject({ finding: "no_head_account", due_on: today() });
    const { json } = await app.call("POST", "/wallets/revenue-heads/12010102/changes", {
      ...{ token: ada.token, headers: { "idempotency-key": uuid() } },
      body: {
        ...{ version: 1, starts_on: addDays(today(), 1), name: "Market Tolls", reason: "Letter of the ministry" },
        ...{ ministry: "Internal Revenue Service", bank_name: "Zenith Bank", account_number: "1012345678" },
      },
    });
    expect(await readItem(item)).toMatchObject({ finding: "no_head_account" });
    await app.call("PATCH", `/approvals/${json.data.awaiting.approvalId}/decision`, {
      ...{ token: bassey.token, headers: { "idempotency-key": uuid() }, body: { decision: "approved" } },
    });
    expect(await readItem(item)).toMatchObject({ finding: null, is_due_later: true });
  });

  it("correcting a payment's revenue head is refused if another admin has changed the head since the form was opened", async () => {
    const { id } = await makeTaxPayment(app);
    await assign(id);
    expect((await assign(id, { code: "12010102" })).json.message).toMatch(/has the revenue head 12010101/);
    expect((await assign(id, { code: "12010102", current: "12010101" })).status).toBe(200);
  });

  it("assigning a revenue head is refused for an unknown or ended head, a payment that is unknown or no tax, and without a reason or the right", async () => {
    const { id } = await makeTaxPayment(app);
    expect((await assign(id, { code: "99" })).json.fields).toHaveProperty("code");
    await makeRevenueHead(app, { code: "12010103", isActive: false });
    expect((await assign(id, { code: "12010103" })).json.message).toMatch(/took no payments on/);
    expect((await assign(id, { reason: "" })).json.fields).toHaveProperty("reason");
    expect((await assign(uuid())).status).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    expect((await assign(id, {}, reader)).status).toBe(403);
    const bill = await makeTaxPayment(app, { type: "bill_payment" });
    expect((await assign(bill.id)).json.message).toMatch(/Only a tax or levy/);
  });

  it("the revenue head of a payment can't change once its remittance is matched or its day is closed", async () => {
    const closedDay = addDays(today(), -20);
    const { id: closedId } = await makeTaxPayment(app, { completedAt: new Date(Date.now() - 20 * 86_400_000) });
    const { id: matchedId } = await makeTaxPayment(app);
    const item = await makeRemittance(matchedId);
    const reversal = await app.db
      .insert(reconciliationItems)
      .values({
        ...{ side: "ledger", kind: "movement", sourceKey: `ledger:${uuid()}:1`, amount: 100_000 },
        ...{ day: today(), accountingDay: today(), dueOn: today() },
      })
      .returning();
    await app.db.execute(sql`insert into reconciliation_matches (rule, accounting_day) values ('by_hand', ${today()})`);
    await app.db.execute(sql`update reconciliation_items set match_id = (select max(id) from reconciliation_matches)
      where id in (${item}, ${reversal[0]?.id})`);
    expect((await assign(matchedId)).json.message).toMatch(/matched with the bank/);
    await app.db.execute(
      sql`insert into reconciliation_days (day, state, proposed_by) values (${closedDay}, 'proposed', ${ada.id})`,
    );
    await app.db.execute(sql`update reconciliation_days set state = 'closed', closed_by = ${bassey.id}, closed_at = now(),
      figures = '{}', audit_hash = 'x' where day = ${closedDay}`);
    expect((await assign(closedId)).json.message).toMatch(/is closed, so its figures stay/);
  });
});
