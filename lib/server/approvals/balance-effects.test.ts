import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Feature, PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import type { ApprovalEffect } from "@/lib/contract/approvals";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { buyTickets } from "@/lib/server/testing/event-sales";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { balanceOf, fundAccount, moveMoney } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { payoutCallsOf } from "@/lib/server/testing/payouts";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
let owner: TestAdmin;
let otherAdmin: TestAdmin;
let keyCount = 0;

beforeAll(async () => {
  app = await startTestApp();
  owner = await makeAdmin(app);
  otherAdmin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

const adminWithRights = (rights: Partial<Record<Feature, readonly PermissionFlag[]>>) =>
  makeAdmin(app, { rights: makeRights(rights) });
const sendRequest = (method: string, path: string, body: object, actor = owner) =>
  app.call(method, path, { token: actor.token, body, headers: { "idempotency-key": `effects-test-${++keyCount}` } });
const readApproval = async (approvalId: string, actor = otherAdmin) =>
  app.call("GET", `/approvals/${approvalId}`, { token: actor.token });
const approveRequest = (approvalId: string, actor = otherAdmin) =>
  sendRequest("PATCH", `/approvals/${approvalId}/decision`, { decision: "approved" }, actor);
const effectSummary = ({ name, side, amount, before, after }: ApprovalEffect) => [name, side, amount, before, after];
const effectsShown = async (approvalId: string, actor = otherAdmin) =>
  (await readApproval(approvalId, actor)).json.data.effects.map(effectSummary);

const makeMovement = async (body: object) =>
  (await sendRequest("POST", "/wallets/movements", { note: "By the letter", submit: true, ...body })).json.data;

/** Inserts a successful card payment of ₦60,000 whose money is in the wallet. */
async function makePaidPayment(amount = 6_000_000) {
  const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
  const [payment] = await app.db
    .insert(transactions)
    .values({
      id: uuid(),
      reference: `TRX-LOOK${++keyCount}`,
      userId: user.id,
      type: "wallet_funding",
      channel: "card",
      amount,
      state: "succeeded",
    })
    .returning();
  if (!payment) throw new Error("no payment");
  await fundAccount(app.db, user.id, amount);
  return { ...payment, user };
}
const requestRefund = async ({ id, amount }: { id: string; amount: number }) =>
  (await sendRequest("POST", `/transactions/${id}/refund`, { amount, remaining: amount, reason: "Charged twice" })).json
    .data.awaiting.approvalId as string;

describe("approver's view of money", () => {
  it("the preview of an approval lists each account with debit or credit and the balance before and after, which equals the ledger after the approval", async () => {
    const { id, awaiting } = await makeMovement({ kind: "fund", account: "grants_pool", amount: 7_500 });
    const [float, pool] = [await balanceOf(app.db, IDS.settlement_float), await balanceOf(app.db, IDS.grants_pool)];
    expect(await effectsShown(awaiting.approvalId)).toEqual([
      ["Settlement float", "debit", 7_500, float, float + 7_500],
      ["Grants pool", "credit", 7_500, pool, pool + 7_500],
    ]);
    expect((await approveRequest(awaiting.approvalId)).status).toBe(200);
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(pool + 7_500);
    expect((await readApproval(awaiting.approvalId)).json.data).toMatchObject({
      effects: [],
      warnings: [],
      changes: [],
    });
    // A reversal request and its preview list each account with its side, debit or credit.
    const posted = (await app.call("GET", `/wallets/movements/${id}`, { token: owner.token })).json.data;
    const reversalRequest = await sendRequest("POST", `/wallets/entries/${posted.entry_id}/reversal`, {
      note: "Booked twice",
    });
    expect(reversalRequest.json.data.awaiting.change).toBe(
      "Reverse an entry of ₦75.00: credit Settlement float ₦75.00, debit Grants pool ₦75.00",
    );
    expect(await effectsShown(reversalRequest.json.data.awaiting.approvalId)).toEqual([
      ["Settlement float", "credit", 7_500, float + 7_500, float],
      ["Grants pool", "debit", 7_500, pool + 7_500, pool],
    ]);
    // Empties the grants pool before the decision.
    await moveMoney(app.db, IDS.grants_pool, IDS.fee_income, pool + 7_000);
    const lateView = (await readApproval(reversalRequest.json.data.awaiting.approvalId)).json.data;
    expect(lateView.warnings).toEqual(["Grants pool goes below zero: -₦70.00."]);
    expect(lateView.effects.map(({ is_short }: ApprovalEffect) => is_short)).toEqual([false, true]);
    expect(lateView.changes).toEqual(["Accounts that go too low: none at the request, Grants pool now."]);
    expect((await approveRequest(reversalRequest.json.data.awaiting.approvalId)).json.message).toContain(
      "Grants pool holds ₦5.00",
    );
  });

  it("the preview of an approval hides a wallet's balance from approvers who may not read users, and shows them the balances of system accounts", async () => {
    const target = await makePaidPayment();
    const approvalId = await requestRefund(target);
    const float = await balanceOf(app.db, IDS.settlement_float);
    expect(await effectsShown(approvalId)).toEqual([
      ["Ada Obi's wallet", "debit", 6_000_000, 6_000_000, 0],
      ["Settlement float", "credit", 6_000_000, float, float - 6_000_000],
    ]);
    const approver = await adminWithRights({ Transactions: ["read", "approve"] });
    const approverView = (await readApproval(approvalId, approver)).json.data;
    expect(approverView.effects.map(effectSummary)).toEqual([
      ["Ada Obi's wallet", "debit", 6_000_000, null, null],
      ["Settlement float", "credit", 6_000_000, float, float - 6_000_000],
    ]);
    expect(approverView.effects.map(({ is_hidden }: ApprovalEffect) => is_hidden)).toEqual([true, false]);
    await moveMoney(app.db, target.user.id, IDS.fee_income, 100);
    expect((await readApproval(approvalId, approver)).json.data.warnings).toEqual([
      "The user's wallet does not have enough money for this. Ask an admin who may read users.",
    ]);
    expect((await readApproval(approvalId)).json.data.warnings).toEqual(["Ada Obi's wallet goes below zero: -₦1.00."]);
    const reader = await adminWithRights({ Transactions: ["read"] });
    expect((await effectsShown(approvalId, reader)).flatMap((row: unknown[]) => row.slice(3))).toEqual(
      Array.from({ length: 4 }, () => null),
    );
    const outsider = await adminWithRights({ Events: ["read", "approve"] });
    expect((await readApproval(approvalId, outsider)).status).toBe(404);
  });

  it("the preview of an approval warns if the settlement float falls below the amount owed to users, or suspense below zero", async () => {
    const target = await makePaidPayment(9_000_000);
    const dispute = (state: string, version: number) =>
      sendRequest("PATCH", `/transactions/${target.id}/dispute`, { state, version, reason: "The bank says so" });
    await dispute("disputed", 1);
    const { approvalId } = (await dispute("lost", 2)).json.data.awaiting;
    // Leaves only wallet money in the float.
    for (const account of [IDS.fee_income, IDS.grants_pool])
      await moveMoney(app.db, account, IDS.settlement_float, await balanceOf(app.db, account)).catch(() => {});
    const float = await balanceOf(app.db, IDS.settlement_float);
    const { warnings, effects } = (await readApproval(approvalId)).json.data;
    const after = formatMoney(float - 9_000_000);
    expect(warnings).toEqual([
      "Suspense goes below zero: -₦90,000.00.",
      `Settlement float goes below what is owed to users: ${after} against ${formatMoney(float)}.`,
    ]);
    expect(effects.map(({ is_short }: ApprovalEffect) => is_short)).toEqual([true, true]);
    await fundAccount(app.db, IDS.suspense, 9_000_000);
    expect((await readApproval(approvalId)).json.data.warnings).toEqual([]);
  });

  it("the preview of an approval adds up all refunds of an event, and all payouts of a batch", async () => {
    const target = await makeEvent(app, { types: [{ price: 3_000_000 }] });
    await buyTickets(app, target);
    await buyTickets(app, target, { by: "card" });
    await buyTickets(app, target);
    const { id, title, version } = target.event;
    const cancelled = await sendRequest("POST", `/events/${id}/cancellation`, {
      ...{ version, title, reason: "Flood", include_checked_in: false, tickets: 3, amount: 9_000_000 },
    });
    const float = await balanceOf(app.db, IDS.settlement_float);
    expect(await effectsShown(cancelled.json.data.awaiting.approvalId)).toEqual([
      ["Settlement float", "debit", 6_000_000, float, float + 6_000_000],
      ["Wallets of 2 people", "credit", 6_000_000, null, null],
    ]);
    const programme = await makeGrantProgramme(app, owner, {});
    for (let n = 0; n < 2; n++) await makeGrantApplication(app, programme, { state: "approved" });
    const payouts = payoutCallsOf(app, owner);
    const batch = (await payouts.create(programme.id)).json.data;
    const { awaiting } = (await payouts.submit(batch.id)).json.data;
    const pool = await balanceOf(app.db, IDS.grants_pool);
    expect(await effectsShown(awaiting.approvalId)).toEqual([
      ["Grants pool", "debit", 200_000, pool, pool - 200_000],
      ["Wallets of 2 people", "credit", 200_000, null, null],
    ]);
    expect((await readApproval(awaiting.approvalId)).json.data.warnings).toEqual([]);
  });
});

describe("changes since the request", () => {
  it("changes of a record since its approval was requested are shown once to each approver, and are in the audit row if that approver approves again", async () => {
    const target = await makePaidPayment();
    const approvalId = await requestRefund(target);
    expect((await readApproval(approvalId)).json.data.changes).toEqual([]);
    await app.db.update(users).set({ status: "suspended", statusReason: "Fraud" }).where(eq(users.id, target.user.id));
    const change = "Account of Ada Obi: active at the request, suspended now.";
    expect((await readApproval(approvalId)).json.data.changes).toEqual([change]);
    const first = await approveRequest(approvalId);
    expect([first.status, first.json.message]).toEqual([
      409,
      `This has changed since the request. ${change} Review it and approve again.`,
    ]);
    expect(first.json.current).toMatchObject({ approvalId, state: "waiting", changes: [change] });
    expect(await balanceOf(app.db, target.user.id)).toBe(6_000_000);
    const third = await makeAdmin(app);
    expect((await approveRequest(approvalId, third)).status).toBe(409);
    expect((await approveRequest(approvalId, third)).status).toBe(200);
    expect(await balanceOf(app.db, target.user.id)).toBe(0);
    expect((await app.audit())[0]).toMatchObject({
      action: "approvals.decide",
      adminId: third.id,
      after: { approval: "approved", changed_since: [change] },
    });
  });

  it("an admin can reject a request although its record has changed since; a request whose record is unchanged is approved at the first attempt", async () => {
    const [unchangedPayment, changedPayment] = [await makePaidPayment(), await makePaidPayment()];
    expect((await approveRequest(await requestRefund(unchangedPayment))).status).toBe(200);
    const approvalId = await requestRefund(changedPayment);
    await app.db.update(users).set({ status: "suspended" }).where(eq(users.id, changedPayment.user.id));
    const rejected = { decision: "rejected", reason: "Not ours" };
    expect((await sendRequest("PATCH", `/approvals/${approvalId}/decision`, rejected, otherAdmin)).status).toBe(200);
  });
});

it("a payout approval is neither listed nor counted for the admins who created the batch or removed rows from it", async () => {
  const [maker, rowRemover, approver] = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  const programme = await makeGrantProgramme(app, maker, {});
  for (let n = 0; n < 3; n++) await makeGrantApplication(app, programme, { state: "approved" });
  const target = await payoutCallsOf(app, maker).create(programme.id);
  const payouts = payoutCallsOf(app, rowRemover);
  const { id, version } = target.json.data;
  const removed = await payouts.ask("PATCH", `/${id}/rows`, { version, rows: [1], reason: "Twice" });
  expect(removed.status).toBe(200);
  // A third admin submits the batch, so that the other two are excluded for editing it and not as requesters.
  await payoutCallsOf(app, owner).submit(id);
  const seenBy = async (actor: TestAdmin) => {
    const { items } = (await app.call("GET", "/approvals?size=100", { token: actor.token })).json.data;
    const { waiting } = (await app.call("GET", "/approvals/waiting", { token: actor.token })).json.data;
    return { isSeen: items.some(({ record }: { record: { id: string } }) => record.id === id), waiting };
  };
  const approverView = await seenBy(approver);
  expect(approverView.isSeen).toBe(true);
  for (const actor of [maker, rowRemover])
    expect(await seenBy(actor)).toEqual({ isSeen: false, waiting: approverView.waiting - 1 });
});
