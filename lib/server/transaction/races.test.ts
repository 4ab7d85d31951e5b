import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectWithLongTimeout } from "@/lib/server/testing/database";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { receiveWebhook } from "./receive-webhook";
import { signSimulatedWebhook, simulatedOutcomeOf, simulatedProvider } from "./simulated-provider";

let app: TestApp;
let ownConnection: ReturnType<typeof connectWithLongTimeout>;
let methodId: string;
let keys = 0;
beforeAll(async () => {
  app = await startTestApp();
  ownConnection = connectWithLongTimeout(app.url, 1);
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
afterAll(async () => {
  await ownConnection.pool.end();
  await app.stop();
});

async function makeTransaction(amount: number) {
  const user = await makeUser(app);
  const id = uuid();
  const reference = `TRX-RACE${++keys}`;
  const values = { id, reference, userId: user.id, type: "wallet_funding", channel: "card", methodId, amount } as const;
  await app.db.insert(transactions).values({ ...values, fee: 10 });
  return { id, reference, user };
}

type ReportState = "processing" | "succeeded" | "failed" | "expired";
function deliverReport(reference: string, state: ReportState, eventId: string, amount?: number) {
  const report = { eventId, reference, state, amount, providerReference: "SIM-1", message: "Told" };
  const { raw, signature } = signSimulatedWebhook(report);
  const headers = { "x-payment-signature": signature };
  return receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
}
/** Reads on a separate connection without time limits, because the app's connections are all in use. */
const readTransaction = async (id: string) =>
  (await ownConnection.db.select().from(transactions).where(eq(transactions.id, id)))[0];

type RaceStep =
  | { kind: "report"; state: ReportState; times: number; amount?: number }
  | { kind: "requery" }
  | { kind: "refund"; amount: number; times: number }
  | { kind: "dispute"; to: "disputed" | "won" | "lost" };

/** Independent model of the expected state, balances and response statuses after each step. */
class PaymentModel {
  state: TransactionState = "pending";
  refunded = 0;
  wallet = 0;
  suspense = 0;
  fees = 0;
  #late = false;
  constructor(
    readonly amount: number,
    readonly fee: number,
  ) {}

  report(state: ReportState, movedAmount = this.amount + this.fee) {
    const isOpen = this.state === "pending" || this.state === "processing";
    const isFullAmount = movedAmount === this.amount + this.fee;
    if (isOpen && state === "succeeded" && isFullAmount) {
      this.state = "succeeded";
      this.wallet += this.amount;
      this.fees += this.fee;
    } else if (state === "succeeded" && (isOpen || this.state === "failed" || this.state === "expired")) {
      if (!this.#late) this.suspense += movedAmount;
      this.#late ||= movedAmount > 0;
      if (isOpen) this.state = "failed";
    } else if (isOpen) this.state = state;
    return 200;
  }

  requery(fate: ReturnType<typeof simulatedOutcomeOf>) {
    // A failed or expired payment may still receive its money.
    if (!["pending", "processing", "failed", "expired"].includes(this.state)) return 409;
    return this.report(fate.isSlow ? "processing" : fate.state);
  }

  get remaining() {
    const isAllowed = this.state === "succeeded" || this.state === "partially_refunded";
    return isAllowed ? this.amount - this.refunded : 0;
  }

  refund(amount: number) {
    if (this.remaining === 0) return 409;
    if (amount > this.remaining) return 400;
    this.refunded += amount;
    this.wallet -= amount;
    this.state = this.refunded === this.amount ? "refunded" : "partially_refunded";
    return 200;
  }

  dispute(newState: "disputed" | "won" | "lost") {
    if (this.state !== (newState === "disputed" ? "succeeded" : "disputed")) return 409;
    this.state = newState;
    if (newState === "lost") this.suspense -= this.amount;
    return 200;
  }
}

const AMOUNT_KOBO = 1_000;
const FEE_KOBO = 10;
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("report" as const),
        state: fc.constantFrom<ReportState>("processing", "succeeded", "succeeded", "failed", "expired"),
        times: fc.integer({ min: 1, max: 3 }),
        amount: fc.constantFrom(undefined, undefined, AMOUNT_KOBO + FEE_KOBO, AMOUNT_KOBO, 0),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("requery" as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("refund" as const),
        amount: fc.constantFrom(1, 300, 400, AMOUNT_KOBO, AMOUNT_KOBO + 1),
        times: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("dispute" as const),
        to: fc.constantFrom("disputed" as const, "won" as const, "lost" as const),
      }),
    },
  ),
  { minLength: 1, maxLength: 10 },
);

/** Returns a sequence of steps with a dispute, which random generation rarely finds. */
const disputeSteps = (newState: "won" | "lost"): RaceStep[] => [
  { kind: "report", state: "succeeded", times: 2 },
  { kind: "dispute", to: "disputed" },
  { kind: "refund", amount: 1, times: 1 },
  { kind: "dispute", to: newState },
  { kind: "dispute", to: "disputed" },
  { kind: "report", state: "failed", times: 1 },
];

it("a payment is credited, refunded and charged back at most once for any order and number of provider reports and checks", async () => {
  const admin = await makeAdmin(app);
  const accounts = { suspense: IDS.suspense, fees: IDS.fee_income } as const;

  /** Performs one step and its repetitions concurrently. @returns the statuses of the responses */
  async function runStep(step: RaceStep, { id, reference }: { id: string; reference: string }, remaining: number) {
    const { token } = admin;
    const headers = { "idempotency-key": `step-${uuid()}` };
    if (step.kind === "report") {
      const eventId = uuid();
      const deliveries = Array.from({ length: step.times }, () =>
        deliverReport(reference, step.state, eventId, step.amount),
      );
      return (await Promise.all(deliveries)).map(({ status }) => status);
    }
    if (step.kind === "requery")
      return [(await app.call("PATCH", `/transactions/${id}/requery`, { token, body: {} })).status];
    if (step.kind === "refund") {
      const body = { amount: step.amount, remaining, reason: "A model" };
      const deliveries = Array.from({ length: step.times }, () =>
        app.call("POST", `/transactions/${id}/refund`, { token, headers, body }),
      );
      return (await Promise.all(deliveries)).map(({ status }) => status);
    }
    const body = { state: step.to, version: (await readTransaction(id))?.version ?? 0, reason: "A model" };
    return [(await app.call("PATCH", `/transactions/${id}/dispute`, { token, headers, body })).status];
  }

  await fc.assert(
    fc.asyncProperty(steps, async (stepsToRun) => {
      const created = await makeTransaction(AMOUNT_KOBO);
      const model = new PaymentModel(AMOUNT_KOBO, FEE_KOBO);
      const balancesBefore = {
        suspense: await balanceOf(app.db, accounts.suspense),
        fees: await balanceOf(app.db, accounts.fees),
      };
      for (const step of stepsToRun) {
        const shownRemaining = model.remaining;
        const expected =
          step.kind === "report"
            ? model.report(step.state, step.state === "succeeded" ? step.amount : undefined)
            : step.kind === "requery"
              ? model.requery(simulatedOutcomeOf(created.reference))
              : step.kind === "refund"
                ? model.refund(step.amount)
                : model.dispute(step.to);
        const statuses = await runStep(step, created, shownRemaining);
        expect([step, [...new Set(statuses)]]).toEqual([step, [expected]]);
        const row = await readTransaction(created.id);
        expect([step, row?.state, row?.refundedAmount]).toEqual([step, model.state, model.refunded]);
      }
      expect(await balanceOf(app.db, created.user.id)).toBe(model.wallet);
      expect((await balanceOf(app.db, accounts.suspense)) - balancesBefore.suspense).toBe(model.suspense);
      expect((await balanceOf(app.db, accounts.fees)) - balancesBefore.fees).toBe(model.fees);
    }),
    { numRuns: 25, examples: [[disputeSteps("won")], [disputeSteps("lost")]] },
  );
  // After any sequence, the overview's figures equal the ledger's.
  const { now } = (await app.call("GET", "/transactions/overview?days=7", { token: admin.token })).json.data;
  const sums = await app.db.execute<{ paid: string; refunds: string }>(sql`
    select coalesce(sum(p.amount) filter (where e.key = 'transaction:' || e.source_id), 0) as paid,
      coalesce(sum(p.amount) filter (where e.kind = 'transaction_refund'), 0) as refunds
    from ledger_entries e join ledger_postings p on p.entry_id = e.id where p.amount > 0`);
  expect([now.volume + now.fees, now.refunds]).toEqual([Number(sums.rows[0]?.paid), Number(sums.rows[0]?.refunds)]);
  expect((await verifyLedger(app.db)).faults).toEqual([]);
}, 120_000);

it("a report that arrives while a status check waits for the provider posts the payment once", async () => {
  const { token } = await makeAdmin(app);
  const { id, user } = await makeTransaction(1_000);
  const verify = simulatedProvider.verify;
  const verifySpy = vi.spyOn(simulatedProvider, "verify").mockImplementationOnce(async (askedReference) => {
    const webhookAnswer = await deliverReport(askedReference, "succeeded", uuid());
    expect(webhookAnswer.status).toBe(200);
    return { ...(await verify(askedReference)), state: "succeeded" };
  });
  const answer = await app.call("PATCH", `/transactions/${id}/requery`, { token, body: {} });
  verifySpy.mockRestore();
  expect(answer.status).toBe(409);
  expect(answer.json.message).toContain("is succeeded");
  expect((await readTransaction(id))?.state).toBe("succeeded");
  expect(await balanceOf(app.db, user.id)).toBe(1_000);
  expect((await verifyLedger(app.db)).faults).toEqual([]);
});

it("refunds never exceed the paid amount if 20 workers send every request twice", async () => {
  const admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  const created: Awaited<ReturnType<typeof makeTransaction>>[] = [];
  for (let index = 0; index < 4; index++) {
    const transaction = await makeTransaction(100_000);
    await deliverReport(transaction.reference, "succeeded", uuid());
    await fundAccount(app.db, transaction.user.id, 50_000);
    created.push(transaction);
  }
  const refundedById = new Map(created.map(({ id }) => [id, 0]));
  const refundRandomly = async (worker: number) => {
    const token = admins[worker % admins.length]?.token;
    for (let step = 0; step < 4; step++) {
      const id = created[(worker + step) % created.length]?.id ?? "";
      const row = await readTransaction(id);
      const remaining = (row?.amount ?? 0) - (row?.refundedAmount ?? 0);
      if (remaining === 0) continue;
      const amount = Math.min(remaining, 7_000 + worker * 100 + step);
      const headers = { "idempotency-key": `race-${worker}-${step}-${id}` };
      const body = { amount, remaining, reason: "A race" };
      // On a slow machine an exhausted pool returns 503; a client then sends the same request again.
      const sendRefund = async (): Promise<Awaited<ReturnType<typeof app.call>>> => {
        const answer = await app.call("POST", `/transactions/${id}/refund`, { token, headers, body });
        return answer.status === 503 ? sendRefund() : answer;
      };
      const [firstAnswer, secondAnswer] = await Promise.all([sendRefund(), sendRefund()]);
      expect([200, 409]).toContain(firstAnswer.status);
      expect([200, 409]).toContain(secondAnswer.status);
      if (firstAnswer.status === 200 || secondAnswer.status === 200)
        refundedById.set(id, (refundedById.get(id) ?? 0) + amount);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, worker) => refundRandomly(worker)));
  for (const { id, user } of created) {
    const row = await readTransaction(id);
    expect(row?.refundedAmount).toBe(refundedById.get(id));
    expect(row?.refundedAmount).toBeLessThanOrEqual(100_000);
    expect(row?.refundedAmount).toBeGreaterThan(0);
    const refunds = await app.db.select().from(transactions).where(eq(transactions.refundOf, id));
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(row?.refundedAmount);
    expect(await balanceOf(app.db, user.id)).toBe(150_000 - (row?.refundedAmount ?? 0));
  }
  expect((await verifyLedger(app.db)).faults).toEqual([]);
}, 120_000);
