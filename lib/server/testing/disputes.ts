import { v7 as uuid } from "uuid";
import { vi } from "vitest";
import { disputes } from "@/lib/server/db/schema/dispute";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import type { ProviderDispute } from "@/lib/server/transaction/provider-port";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";
import { makeUser, type TestApp } from "./app";

const HOUR_MS = 3_600_000;

/** Returns a time in hours from now; negative for the past. */
export const timeInHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** Inserts a successful card payment for a bill. */
export async function makeCardPayment(app: TestApp, values: Partial<typeof transactions.$inferInsert> = {}) {
  const user = await makeUser(app, { firstName: "Amaka", lastName: "O'Neill-Ọkọ" });
  const methodId = uuid();
  const id = uuid();
  const rules = { minAmount: 100, maxAmount: 100_000_000, channel: "card", provider: "simulated" } as const;
  await app.db.insert(paymentMethods).values({ ...rules, id: methodId, code: `m_${methodId.slice(-8)}`, name: "Card" });
  const [payment] = await app.db
    .insert(transactions)
    .values({
      id,
      reference: `TRX-${id.slice(-12).toUpperCase()}`,
      userId: user.id,
      type: "bill_payment",
      channel: "card",
      methodId,
      amount: 100_000,
      fee: 1_500,
      state: "succeeded",
      description: "Electricity, meter 0123",
      createdAt: timeInHours(-48),
      completedAt: timeInHours(-48),
      ...values,
    })
    .returning();
  if (!payment) throw new Error("no payment");
  return { ...payment, user };
}

/** Returns a dispute as the provider reports it: opened yesterday, due in 48 hours. */
export const reportedDispute = (reference: string, values: Partial<ProviderDispute> = {}): ProviderDispute => ({
  id: `D-${reference}`,
  reference,
  state: "needs_answer",
  amount: 101_500,
  reason: "The payer does not recognise it",
  createdAt: timeInHours(-24).toISOString(),
  dueAt: timeInHours(48).toISOString(),
  resolution: null,
  ...values,
});

/** Replaces the simulated provider's disputes by a list that a test changes. Call `restore` afterwards. */
export function replaceProviderDisputes() {
  const reported: ProviderDispute[] = [];
  const list = vi
    .spyOn(simulatedProvider, "disputes")
    .mockImplementation(async () => ({ items: reported, next_cursor: null }));
  const answer = vi.spyOn(simulatedProvider, "answerDispute").mockImplementation(async ({ disputeId }) => {
    const found = reported.find(({ id }) => id === disputeId);
    if (found) found.state = "at_bank";
  });
  return {
    reported,
    list,
    answer,
    restore() {
      list.mockRestore();
      answer.mockRestore();
    },
  };
}

/** Inserts a dispute as if it had been fetched from the provider. */
export async function makeDispute(app: TestApp, values: Partial<typeof disputes.$inferInsert> = {}) {
  const payment = await makeCardPayment(app, { state: "disputed" });
  const [dispute] = await app.db
    .insert(disputes)
    .values({
      id: uuid(),
      provider: "simulated",
      providerDisputeId: `D-${payment.reference}`,
      transactionId: payment.id,
      reference: payment.reference,
      state: "needs_answer",
      amount: 101_500,
      reason: "The payer does not recognise it",
      openedAt: timeInHours(-24),
      dueAt: timeInHours(48),
      ...values,
    })
    .returning();
  if (!dispute) throw new Error("no dispute");
  return { ...dispute, payment };
}
