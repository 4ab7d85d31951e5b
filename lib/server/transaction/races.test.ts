import { eq } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, putMoney } from "@/lib/server/testing/ledger";
import { signedWebhook } from "./simulated-provider";
import { receiveWebhook } from "./webhook";

let app: TestApp;
let methodId: string;
let keys = 0;
beforeAll(async () => {
  app = await startTestApp();
  methodId = uuid();
  await app.db.insert(paymentMethods).values({
    id: methodId,
    code: "card",
    name: "Card",
    channel: "card",
    provider: "simulated",
    minAmount: 100,
    maxAmount: 100_000_000,
  });
});
afterAll(() => app.stop());

async function makeTransaction(amount: number) {
  const user = await makeUser(app);
  const id = uuid();
  const reference = `TRX-RACE${++keys}`;
  const values = { id, reference, userId: user.id, type: "wallet_funding", channel: "card", methodId, amount } as const;
  await app.db.insert(transactions).values({ ...values, fee: 10 });
  return { id, reference, user };
}

type State = "processing" | "succeeded" | "failed" | "expired";
function deliver(reference: string, state: State, eventId: string) {
  const { raw, signature } = signedWebhook({ eventId, reference, state, providerReference: "SIM-1", message: "Told" });
  const headers = { "x-payment-signature": signature };
  return receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
}
const read = async (id: string) => (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];

it("whatever the provider sends, in whatever order and however often, the money comes once", async () => {
  const state = fc.constantFrom<State>("processing", "succeeded", "failed", "expired");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ state, times: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 6 }),
      async (reports) => {
        const { id, reference, user } = await makeTransaction(1_000);
        const before = await balanceOf(app.db, IDS.suspense);
        for (const report of reports) {
          const eventId = uuid();
          const sent = Array.from({ length: report.times }, () => deliver(reference, report.state, eventId));
          for (const answer of await Promise.all(sent)) expect(answer.status).toBe(200);
        }
        const first = reports.map((report) => report.state).find((each) => each !== "processing") ?? "processing";
        expect((await read(id))?.state).toBe(first);
        expect(await balanceOf(app.db, user.id)).toBe(first === "succeeded" ? 1_000 : 0);
        // Paid all the same after it had been given up: once, and on suspense.
        const isLate =
          (first === "failed" || first === "expired") && reports.some((each) => each.state === "succeeded");
        expect((await balanceOf(app.db, IDS.suspense)) - before).toBe(isLate ? 1_010 : 0);
      },
    ),
    { numRuns: 25 },
  );
  expect((await verifyLedger(app.db)).faults).toEqual([]);
}, 60_000);

it("20 workers refund the same payments, every request sent twice: never more than there was, nothing doubled", async () => {
  const admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  const made: Awaited<ReturnType<typeof makeTransaction>>[] = [];
  for (let index = 0; index < 4; index++) {
    const transaction = await makeTransaction(100_000);
    await deliver(transaction.reference, "succeeded", uuid());
    await putMoney(app.db, transaction.user.id, 50_000);
    made.push(transaction);
  }
  const given = new Map(made.map(({ id }) => [id, 0]));
  const work = async (worker: number) => {
    const token = admins[worker % admins.length]?.token;
    for (let step = 0; step < 4; step++) {
      const id = made[(worker + step) % made.length]?.id ?? "";
      const row = await read(id);
      const remaining = (row?.amount ?? 0) - (row?.refundedAmount ?? 0);
      if (remaining === 0) continue;
      const amount = Math.min(remaining, 7_000 + worker * 100 + step);
      const headers = { "idempotency-key": `race-${worker}-${step}-${id}` };
      const body = { amount, remaining, reason: "A race" };
      const send = () => app.call("POST", `/transactions/${id}/refund`, { token, headers, body });
      const [one, two] = await Promise.all([send(), send()]);
      expect([200, 409]).toContain(one.status);
      expect([200, 409]).toContain(two.status);
      if (one.status === 200 || two.status === 200) given.set(id, (given.get(id) ?? 0) + amount);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)));
  for (const { id, user } of made) {
    const row = await read(id);
    expect(row?.refundedAmount).toBe(given.get(id));
    expect(row?.refundedAmount).toBeLessThanOrEqual(100_000);
    expect(row?.refundedAmount).toBeGreaterThan(0);
    const refunds = await app.db.select().from(transactions).where(eq(transactions.refundOf, id));
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(row?.refundedAmount);
    expect(await balanceOf(app.db, user.id)).toBe(150_000 - (row?.refundedAmount ?? 0));
  }
  expect((await verifyLedger(app.db)).faults).toEqual([]);
}, 120_000);
