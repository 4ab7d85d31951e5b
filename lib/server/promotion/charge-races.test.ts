import { desc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { checkReservedAmounts } from "@/lib/server/ledger/verify-reserved";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makePromotion, readPromotion } from "@/lib/server/testing/promotions";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";
import { signSimulatedWebhook } from "@/lib/server/transaction/simulated-provider";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let user: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
  await fundAccount(app.db, IDS.promotions_pool, 50_000_000);
});
beforeEach(async () => {
  user = await makeUser(app);
});
afterAll(() => app.stop());

const payWithPromotion = (promotion: { id: string }, benefit: number) =>
  app.callAsApp("POST", "/payments", {
    body: {
      ...{ user_id: user.id, type: "bill_payment", method: "ussd", amount: 1_000_000 },
      promotion: { promotion_id: promotion.id, benefit },
    },
  });

/** Sends the provider's signed report that a payment of this amount (kobo) has succeeded. */
function reportAmount(reference: string, amount: number): Promise<Response> {
  const told = { eventId: uuid(), reference, state: "succeeded", providerReference: "SIM-1", message: "Told", amount };
  const { raw, signature } = signSimulatedWebhook({ ...told, state: "succeeded" });
  const headers = { "x-payment-signature": signature };
  return receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
}

/**
 * Test helper. Takes locks in a transaction, starts `runAction`, waits until `stuck` connections wait for the locks, runs `look`, and
 * commits.
 */
async function runWhileLocked<T>(
  takeLock: (tx: Transaction) => Promise<unknown>,
  runAction: () => Promise<T>,
  { stuck, look }: { stuck: number; look: () => Promise<unknown> },
): Promise<T> {
  let actionRunning: Promise<T> | undefined;
  await app.db.transaction(async (tx) => {
    await takeLock(tx);
    actionRunning = runAction();
    await vi.waitFor(
      async () => {
        const { rows } = await app.db.execute<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(rows[0]?.waiting).toBe(stuck);
      },
      { timeout: 5_000, interval: 20 },
    );
    await look();
  });
  if (!actionRunning) throw new Error("nothing was done");
  return actionRunning;
}

it("accepts only one of two first-payment promotions that a citizen uses in parallel", async () => {
  const first = await makePromotion(app, admin, { firstPaymentOnly: true });
  const second = await makePromotion(app, admin, { firstPaymentOnly: true });
  const answers = await runWhileLocked(
    (tx) => tx.execute(sql`select 1 from ledger_accounts where id = ${IDS.promotions_pool} for update`),
    () => Promise.all([payWithPromotion(first, 100_000), payWithPromotion(second, 100_000)]),
    { stuck: 2, look: async () => undefined },
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toMatch(/first payment/);
});

it("refuses a promotion before its start by the database's clock, even if the server's clock is ahead", async () => {
  const promotion = await makePromotion(app, admin, {
    state: "scheduled",
    startsAt: new Date(Date.now() + 30_000),
  });
  const inAMinute = Date.now() + 60_000;
  const clockSpy = vi.spyOn(Date, "now").mockReturnValue(inAMinute);
  const answer = await payWithPromotion(promotion, 100_000).finally(() => clockSpy.mockRestore());
  expect(answer).toMatchObject({ status: 409, json: { message: expect.stringMatching(/starts on/) } });
  expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "scheduled", reservedUses: 0 });
});

it("locks the promotion before any ledger account when the provider reports a wrong amount", async () => {
  const promotion = await makePromotion(app, admin, {});
  const { reference } = (await payWithPromotion(promotion, 100_000)).json.data;
  const answer = await runWhileLocked(
    (tx) => tx.execute(sql`select 1 from promotions where id = ${promotion.id} for update`),
    () => reportAmount(reference, 700_000),
    {
      stuck: 1,
      look: () =>
        app.db.execute(sql`select 1 from ledger_accounts where id = ${IDS.settlement_float} for update nowait`),
    },
  );
  expect(answer.status).toBe(200);
  expect(await readPromotion(app, promotion.id)).toMatchObject({ uses: 0, reservedUses: 0, spent: 0, reserved: 0 });
  expect(await app.db.transaction((tx) => checkReservedAmounts(tx))).toEqual({ faults: [] });
});

it("accepts a provider's refund report of a payment with cashback", async () => {
  const promotion = await makePromotion(app, admin, { kind: "cashback" });
  const { id, reference } = (await payWithPromotion(promotion, 100_000)).json.data;
  await sendSimulatedPaymentReport(reference, "succeeded");
  await app.call("POST", `/transactions/${id}/refund`, {
    token: admin.token,
    body: { amount: 500_000, remaining: 1_000_000, reason: "Not delivered" },
    headers: { "idempotency-key": uuid() },
  });
  const [refund] = await app.db.select().from(transactions).where(eq(transactions.refundOf, id));
  if (!refund) throw new Error("no refund");
  expect(refund).toMatchObject({ amount: 500_000, cashback: 50_000 });
  await reportAmount(refund.reference, 450_000);
  const [told] = await app.db
    .select()
    .from(transactionEvents)
    .where(eq(transactionEvents.transactionId, refund.id))
    .orderBy(desc(transactionEvents.id))
    .limit(1);
  expect(told?.message).toBe("Told: nothing to do, it is succeeded");
});
