import "server-only";
import { createHash } from "node:crypto";
import { and, eq, gte, inArray, lt } from "drizzle-orm";
import { DISPUTE_ANSWER_DEADLINE_HOURS } from "@/lib/contract/dispute.values";
import { SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { database } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { isReclaimableByBank, providerAmount } from "./postings";
import type { ProviderDispute, ProviderPage, ProviderPeriod } from "./provider-port";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** One in this many card payments is disputed, a day after it was paid. */
const ONE_IN = 500;
/** Maximum age in days of a newly opened dispute. Older disputes are reported only if our table has them. */
const NEW_DAYS = 3;
/** Time after our answer at which the payer's bank decides; without an answer, after the due time. */
const DECISION_MS = 2 * DAY_MS;

const REASONS = [
  "The payer does not recognise the payment",
  "The payer was debited twice",
  "The service was not delivered",
  "The payer cancelled the order",
] as const;

/** Derives a number from a payment reference and a purpose: always the same number for the same arguments. */
const numberOf = (reference: string, purpose: string) =>
  createHash("sha256").update(`${purpose} ${reference}`).digest().readUInt32BE(0);

type Known = { id: string; reference: string; amount: number; openedAt: Date; dueAt: Date; reason: string };
type Answered = { answer: "accept" | "contest" | null; sentAt: Date | null };

/**
 * Returns the disputes that the simulated provider opened in a period: of about one in 500 card payments, a day after it was paid. Reads
 * our answers from our own table. The bank decides two days after our answer, or after the due time if there is none.
 */
export async function simulatedDisputes(
  { from, to }: ProviderPeriod,
  now = Date.now(),
): Promise<ProviderPage<ProviderDispute>> {
  const [start, end] = [startOfDay(from), endOfDay(to)];
  const { db } = database();
  const stored = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, "simulated"), gte(disputes.openedAt, start), lt(disputes.openedAt, end)));
  const items = new Map(
    stored.map((row) => [
      row.providerDisputeId,
      row.state === "resolved"
        ? toReport({ ...row, id: row.providerDisputeId }, row.state, row.resolution)
        : reportOf({ ...row, id: row.providerDisputeId }, row, now),
    ]),
  );
  const firstPaid = new Date(Math.max(start.getTime(), now - NEW_DAYS * DAY_MS) - DAY_MS);
  const paid = await db
    .select({ transaction: transactions })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(
      and(
        eq(paymentMethods.provider, "simulated"),
        eq(transactions.channel, "card"),
        inArray(transactions.state, [...SETTLED_TRANSACTION_STATES]),
        gte(transactions.completedAt, firstPaid),
        lt(transactions.completedAt, new Date(now - DAY_MS)),
      ),
    );
  for (const { transaction } of paid) {
    const { reference, completedAt } = transaction;
    if (!completedAt || !isReclaimableByBank(transaction) || numberOf(reference, "dispute") % ONE_IN !== 0) continue;
    const openedAt = new Date(completedAt.getTime() + DAY_MS);
    const id = `SIM-D-${reference}`;
    if (items.has(id) || openedAt < start || openedAt >= end) continue;
    const reason = REASONS[numberOf(reference, "reason") % REASONS.length] ?? REASONS[0];
    const dueAt = new Date(openedAt.getTime() + DISPUTE_ANSWER_DEADLINE_HOURS * HOUR_MS);
    const dispute = { id, reference, amount: providerAmount(transaction), openedAt, dueAt, reason };
    items.set(id, reportOf(dispute, { answer: null, sentAt: null }, now));
  }
  return { items: [...items.values()], next_cursor: null };
}

/** Returns the current report of a dispute that our table does not have as resolved. */
function reportOf(dispute: Known, { answer, sentAt }: Answered, now: number): ProviderDispute {
  const decidedAt = (sentAt ?? dispute.dueAt).getTime() + DECISION_MS;
  if (now < decidedAt) return toReport(dispute, sentAt ? "at_bank" : "needs_answer", null);
  if (!sentAt) return toReport(dispute, "resolved", "auto-accepted");
  const isWon = answer === "contest" && numberOf(dispute.reference, "decision") % 2 === 0;
  return toReport(dispute, "resolved", isWon ? "declined" : "merchant-accepted");
}

const toReport = (
  { id, reference, amount, openedAt, dueAt, reason }: Known,
  state: ProviderDispute["state"],
  resolution: string | null,
): ProviderDispute => ({
  id,
  reference,
  state,
  amount,
  reason,
  createdAt: openedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  resolution,
});
