import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { disputes } from "@/lib/server/db/schema/dispute";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeCardPayment, makeDispute } from "@/lib/server/testing/disputes";
import { simulatedDisputes } from "./simulated-disputes";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => app.db.delete(disputes));
afterAll(() => app.stop());

const NOW = Date.parse("2026-11-21T12:00:00Z");
const PERIOD = { from: "2026-08-23", to: "2026-11-21" };
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000);
const read = async (now = NOW, period = PERIOD) => (await simulatedDisputes(period, now)).items;

const numberOf = (reference: string, purpose: string) =>
  createHash("sha256").update(`${purpose} ${reference}`).digest().readUInt32BE(0);

let found = 0;
/** Returns a reference from which the simulated provider derives whether the payment is disputed, and whether the bank decides for us. */
function referenceThat(isDisputed: boolean, isWon = true): string {
  for (;;) {
    const reference = `TRX-SIMD${++found}`;
    if (
      (numberOf(reference, "dispute") % 500 === 0) === isDisputed &&
      (numberOf(reference, "decision") % 2 === 0) === isWon
    )
      return reference;
  }
}

it("the simulated provider disputes about one in 500 card payments and no refund, a day after it was paid", async () => {
  const reference = referenceThat(true);
  await makeCardPayment(app, { reference, completedAt: hoursAgo(25) });
  await makeCardPayment(app, { reference: referenceThat(false), completedAt: hoursAgo(25) });
  await makeCardPayment(app, { reference: referenceThat(true), completedAt: hoursAgo(20) });
  await makeCardPayment(app, { reference: referenceThat(true), completedAt: hoursAgo(400) });
  await makeCardPayment(app, { reference: referenceThat(true), completedAt: hoursAgo(25), channel: "ussd" });
  const refunded = await makeCardPayment(app, { reference: referenceThat(false), completedAt: hoursAgo(26) });
  const refund = { type: "refund", refundOf: refunded.id, completedAt: hoursAgo(25) } as const;
  await makeCardPayment(app, { ...refund, reference: referenceThat(true) });
  expect(await read()).toEqual([
    {
      id: `SIM-D-${reference}`,
      reference,
      state: "needs_answer",
      amount: 101_500,
      reason: expect.any(String),
      createdAt: hoursAgo(1).toISOString(),
      dueAt: hoursAgo(-71).toISOString(),
      resolution: null,
    },
  ]);
  expect(await read(NOW, { from: "2026-11-01", to: "2026-11-20" })).toEqual([]);
  await app.db.delete(transactions).where(eq(transactions.reference, reference));
});

it("the simulated provider reports a stored dispute as answered once our answer was sent, and as decided two days later", async () => {
  const admin = await makeAdmin(app);
  const answered = { answer: "contest", answerAmount: 0, answeredBy: admin.id, sentAt: hoursAgo(10) } as const;
  const dates = { openedAt: hoursAgo(30), dueAt: hoursAgo(-42) };
  const make = async (isWon: boolean, values: object) => {
    const { reference } = await makeDispute(app, { ...dates, reference: referenceThat(false, isWon), ...values });
    return reference;
  };
  const won = await make(true, answered);
  const lost = await make(false, answered);
  const accepted = await make(true, { ...answered, answer: "accept", answerAmount: 50_000 });
  const unanswered = await make(true, {});
  const states = async (hours: number) =>
    Object.fromEntries(
      (await read(NOW + hours * 3_600_000, { ...PERIOD, to: "2026-11-30" })).map(({ reference, state, resolution }) => [
        reference,
        resolution ?? state,
      ]),
    );
  expect(await states(0)).toMatchObject({ [won]: "at_bank", [lost]: "at_bank", [unanswered]: "needs_answer" });
  expect(await states(43)).toMatchObject({
    [won]: "declined",
    [lost]: "merchant-accepted",
    [accepted]: "merchant-accepted",
    [unanswered]: "needs_answer",
  });
  expect(await states(91)).toMatchObject({ [unanswered]: "auto-accepted" });
});
