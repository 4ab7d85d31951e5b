import { desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Feature, PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount, moveMoney } from "@/lib/server/testing/ledger";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER_FLAGS = ["read", "create", "update", "approve", "delete"] as const satisfies readonly PermissionFlag[];
const REFUSAL_WITHOUT_USER_RIGHT =
  "The user's wallet does not have enough money for this. Ask an admin who may read users. Nothing was moved.";
const REFUSAL_WITHOUT_WALLET_RIGHT =
  "Settlement float does not have enough money for this. Ask an admin who may read the system wallet. Nothing was moved.";

let app: TestApp;
let owner: TestAdmin;
let keyCount = 0;

beforeAll(async () => {
  app = await startTestApp();
  owner = await makeAdmin(app);
});
afterAll(() => app.stop());

const adminWithRights = (rights: Partial<Record<Feature, readonly PermissionFlag[]>>) =>
  makeAdmin(app, { rights: makeRights(rights) });
const newKeyHeaders = () => ({ "idempotency-key": `told-test-${++keyCount}` });
const refundPayment = (id: string, amount: number, actor: TestAdmin) =>
  app.call("POST", `/transactions/${id}/refund`, {
    token: actor.token,
    headers: newKeyHeaders(),
    body: { amount, remaining: amount, reason: "Charged twice" },
  });
const disputePayment = (id: string, state: "disputed" | "lost", actor: TestAdmin, version: number) =>
  app.call("PATCH", `/transactions/${id}/dispute`, {
    token: actor.token,
    headers: newKeyHeaders(),
    body: { state, reason: "The bank says so", version },
  });
const decideApproval = (approvalId: string, actor: TestAdmin) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token: actor.token,
    headers: newKeyHeaders(),
    body: { decision: "approved" },
  });
const lastRefusal = async () =>
  (await app.db.select().from(auditTrails).where(eq(auditTrails.outcome, "refused")).orderBy(desc(auditTrails.id)))[0]
    ?.refusal;

/** Creates a paid payment of `amount` kobo into a wallet from which `spent` kobo are spent afterwards. */
async function makePaidPayment(amount: number, { spent = 0 } = {}) {
  const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
  const [payment] = await app.db
    .insert(transactions)
    .values({
      id: uuid(),
      reference: `TRX-TOLD${++keyCount}`,
      userId: user.id,
      type: "wallet_funding",
      channel: "card",
      amount,
      state: "succeeded",
    })
    .returning();
  if (!payment) throw new Error("no payment");
  await fundAccount(app.db, user.id, amount);
  if (spent) await spendFromWallet(user.id, spent);
  return { ...payment, user };
}

const spendFromWallet = (userId: string, amount: number) => moveMoney(app.db, userId, IDS.fee_income, amount);

describe("wallet balances in refusals", () => {
  it("the refusal of a refund shows the wallet's balance only to admins who may read users, and its audit row never shows it", async () => {
    const paidPayment = await makePaidPayment(100_000, { spent: 40_000 });
    const clerk = await adminWithRights({ Transactions: OFFICER_FLAGS });
    const neutralAnswer = await refundPayment(paidPayment.id, 100_000, clerk);
    expect([neutralAnswer.status, neutralAnswer.json.message]).toEqual([409, REFUSAL_WITHOUT_USER_RIGHT]);
    expect(JSON.stringify(neutralAnswer.json)).not.toMatch(/600|60_?000|Ada Obi's wallet/);
    const userReader = await adminWithRights({ Transactions: OFFICER_FLAGS, "User Management": ["read"] });
    const fullAnswer = await refundPayment(paidPayment.id, 100_000, userReader);
    expect(fullAnswer.json.message).toBe("Ada Obi's wallet holds ₦600.00; this needs ₦1,000.00. Nothing was moved.");
    expect(await lastRefusal()).toBe(REFUSAL_WITHOUT_USER_RIGHT);
  });

  it("the refusal to approve a refund shows the wallet's balance only to admins who may read users", async () => {
    const paidPayment = await makePaidPayment(6_000_000);
    const approvalId = (await refundPayment(paidPayment.id, 6_000_000, owner)).json.data.awaiting.approvalId;
    await spendFromWallet(paidPayment.user.id, 1);
    const clerk = await adminWithRights({ Transactions: OFFICER_FLAGS });
    const neutralAnswer = await decideApproval(approvalId, clerk);
    expect([neutralAnswer.status, neutralAnswer.json.message]).toEqual([409, REFUSAL_WITHOUT_USER_RIGHT]);
    expect(JSON.stringify(neutralAnswer.json)).not.toContain("59,999.99");
    const userReader = await adminWithRights({ Transactions: OFFICER_FLAGS, "User Management": ["read"] });
    expect((await decideApproval(approvalId, userReader)).json.message).toContain("holds ₦59,999.99");
  });

  it("the refusal of a manual transfer that takes money from a wallet shows the wallet's balance only to admins who may read users", async () => {
    const paidPayment = await makePaidPayment(5_000);
    await disputePayment(paidPayment.id, "disputed", owner, 1);
    expect((await disputePayment(paidPayment.id, "lost", owner, 2)).status).toBe(200);
    await spendFromWallet(paidPayment.user.id, 1_234);
    const clearSuspense = (actor: TestAdmin) =>
      app.call("POST", "/wallets/movements", {
        token: actor.token,
        headers: newKeyHeaders(),
        body: {
          kind: "clear",
          account: "suspense",
          direction: "increase",
          amount: 5_000,
          note: "Lost at the bank",
          transaction: paidPayment.reference,
          submit: true,
        },
      });
    const neutralAnswer = await clearSuspense(await adminWithRights({ "System Wallet": OFFICER_FLAGS }));
    expect(neutralAnswer.status).toBe(409);
    expect(neutralAnswer.json.message).toContain("The user's wallet does not have enough money for this.");
    expect(JSON.stringify(neutralAnswer.json)).not.toContain("37.66");
    const fullAnswer = await clearSuspense(
      await adminWithRights({ "System Wallet": OFFICER_FLAGS, "User Management": ["read"] }),
    );
    expect(fullAnswer.json.message).toContain("Ada Obi's wallet holds ₦37.66; this needs ₦50.00.");
  });

  it("the refusal to close an account shows the wallet's balance to admins who may read users, and its audit row never shows it", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 77_700);
    const closing = { token: owner.token, body: { version: 1, reason: "Asked for it" } };
    const answer = await app.call("PATCH", `/user-management/users/${user.id}/closure`, closing);
    expect(answer.json.message).toContain("The wallet holds ₦777.00.");
    expect(await lastRefusal()).toBe(
      "This account can't be closed yet. The wallet holds money. Pay out the balance first.",
    );
  });
});

it("a refusal shows the balance of a system account only to admins who may read the system wallet", async () => {
  const paidPayment = await makePaidPayment(2_000_000);
  await disputePayment(paidPayment.id, "disputed", owner, 1);
  const float = await balanceOf(app.db, IDS.settlement_float);
  // Leaves the float 1 kobo short of the amount that the dispute needs.
  await moveMoney(app.db, IDS.suspense, IDS.settlement_float, float - 1_999_999);
  const loseDispute = (actor: TestAdmin) => disputePayment(paidPayment.id, "lost", actor, 2);
  const neutralAnswer = await loseDispute(
    await adminWithRights({ Transactions: OFFICER_FLAGS, "User Management": ["read"] }),
  );
  expect([neutralAnswer.status, neutralAnswer.json.message]).toEqual([409, REFUSAL_WITHOUT_WALLET_RIGHT]);
  expect(await lastRefusal()).toBe(REFUSAL_WITHOUT_WALLET_RIGHT);
  const fullAnswer = await loseDispute(
    await adminWithRights({ Transactions: OFFICER_FLAGS, "System Wallet": ["read"] }),
  );
  expect(fullAnswer.json.message).toBe("Settlement float holds ₦19,999.99; this needs ₦20,000.00. Nothing was moved.");
});
