import { desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Feature, Flag } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, moveMoney, putMoney } from "@/lib/server/testing/ledger";

type Made = Awaited<ReturnType<typeof makeAdmin>>;
const DESK = ["read", "create", "update", "approve", "delete"] as const satisfies readonly Flag[];
const NO_USERS =
  "The user's wallet does not have enough money for this. Ask an admin who may read users. Nothing was moved.";
const NO_WALLET =
  "Settlement float does not have enough money for this. Ask an admin who may read the system wallet. Nothing was moved.";

let app: TestApp;
let owner: Made;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  owner = await makeAdmin(app);
});
afterAll(() => app.stop());

const withRights = (rights: Partial<Record<Feature, readonly Flag[]>>) => makeAdmin(app, { rights: rightsOf(rights) });
const headers = () => ({ "idempotency-key": `told-test-${++keys}` });
const refund = (id: string, amount: number, by: Made) =>
  app.call("POST", `/transactions/${id}/refund`, {
    token: by.token,
    headers: headers(),
    body: { amount, remaining: amount, reason: "Charged twice" },
  });
const dispute = (id: string, state: "disputed" | "lost", by: Made, version: number) =>
  app.call("PATCH", `/transactions/${id}/dispute`, {
    token: by.token,
    headers: headers(),
    body: { state, reason: "The bank says so", version },
  });
const decide = (approvalId: string, by: Made) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token: by.token,
    headers: headers(),
    body: { decision: "approved" },
  });
const lastRefusal = async () =>
  (await app.db.select().from(auditTrails).where(eq(auditTrails.outcome, "refused")).orderBy(desc(auditTrails.id)))[0]
    ?.refusal;

/** Inserts a payment into a wallet from which `spent` kobo have been spent since. */
async function paid(amount: number, { spent = 0 } = {}) {
  const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
  const [payment] = await app.db
    .insert(transactions)
    .values({
      id: uuid(),
      reference: `TRX-TOLD${++keys}`,
      userId: user.id,
      type: "wallet_funding",
      channel: "card",
      amount,
      state: "succeeded",
    })
    .returning();
  if (!payment) throw new Error("no payment");
  await putMoney(app.db, user.id, amount);
  if (spent) await spend(user.id, spent);
  return { ...payment, user };
}

const spend = (userId: string, amount: number) => moveMoney(app.db, userId, IDS.fee_income, amount);

describe("a refusal states the balance of a wallet only to readers of users", () => {
  it("when a refund is rejected; the audit trail gets the neutral message", async () => {
    const made = await paid(100_000, { spent: 40_000 });
    const clerk = await withRights({ Transactions: DESK });
    const neutral = await refund(made.id, 100_000, clerk);
    expect([neutral.status, neutral.json.message]).toEqual([409, NO_USERS]);
    expect(JSON.stringify(neutral.json)).not.toMatch(/600|60_?000|Ada Obi's wallet/);
    const both = await withRights({ Transactions: DESK, "User Management": ["read"] });
    const told = await refund(made.id, 100_000, both);
    expect(told.json.message).toBe("Ada Obi's wallet holds ₦600.00; this needs ₦1,000.00. Nothing was moved.");
    expect(await lastRefusal()).toBe(NO_USERS);
  });

  it("when the approval of a refund is rejected", async () => {
    const made = await paid(6_000_000);
    const approvalId = (await refund(made.id, 6_000_000, owner)).json.data.awaiting.approvalId;
    await spend(made.user.id, 1);
    const clerk = await withRights({ Transactions: DESK });
    const neutral = await decide(approvalId, clerk);
    expect([neutral.status, neutral.json.message]).toEqual([409, NO_USERS]);
    expect(JSON.stringify(neutral.json)).not.toContain("59,999.99");
    const both = await withRights({ Transactions: DESK, "User Management": ["read"] });
    expect((await decide(approvalId, both)).json.message).toContain("holds ₦59,999.99");
  });

  it("when money is taken back from a wallet", async () => {
    const made = await paid(5_000);
    await dispute(made.id, "disputed", owner, 1);
    expect((await dispute(made.id, "lost", owner, 2)).status).toBe(200);
    await spend(made.user.id, 1_234);
    const clear = (by: Made) =>
      app.call("POST", "/wallets/movements", {
        token: by.token,
        headers: headers(),
        body: {
          kind: "clear",
          account: "suspense",
          direction: "increase",
          amount: 5_000,
          note: "Lost at the bank",
          transaction: made.reference,
          submit: true,
        },
      });
    const neutral = await clear(await withRights({ "System Wallet": DESK }));
    expect(neutral.status).toBe(409);
    expect(neutral.json.message).toContain("The user's wallet does not have enough money for this.");
    expect(JSON.stringify(neutral.json)).not.toContain("37.66");
    const told = await clear(await withRights({ "System Wallet": DESK, "User Management": ["read"] }));
    expect(told.json.message).toContain("Ada Obi's wallet holds ₦37.66; this needs ₦50.00.");
  });

  it("when an account can't be closed; the audit trail gets the neutral message", async () => {
    const user = await makeUser(app);
    await putMoney(app.db, user.id, 77_700);
    const closing = { token: owner.token, body: { version: 1, reason: "Asked for it" } };
    const answer = await app.call("PATCH", `/user-management/users/${user.id}/closure`, closing);
    expect(answer.json.message).toContain("The wallet holds ₦777.00.");
    expect(await lastRefusal()).toBe(
      "This account can't be closed yet. The wallet holds money. Pay out the balance first.",
    );
  });
});

it("a refusal states the balance of a system account only to readers of the system wallet", async () => {
  const made = await paid(2_000_000);
  await dispute(made.id, "disputed", owner, 1);
  const float = await balanceOf(app.db, IDS.settlement_float);
  // Leaves the float 1 kobo short of what the dispute needs.
  await moveMoney(app.db, IDS.suspense, IDS.settlement_float, float - 1_999_999);
  const lose = (by: Made) => dispute(made.id, "lost", by, 2);
  const neutral = await lose(await withRights({ Transactions: DESK, "User Management": ["read"] }));
  expect([neutral.status, neutral.json.message]).toEqual([409, NO_WALLET]);
  expect(await lastRefusal()).toBe(NO_WALLET);
  const told = await lose(await withRights({ Transactions: DESK, "System Wallet": ["read"] }));
  expect(told.json.message).toBe("Settlement float holds ₦19,999.99; this needs ₦20,000.00. Nothing was moved.");
});
