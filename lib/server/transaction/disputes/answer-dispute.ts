import "server-only";
import type { InputOf } from "@/lib/contract/common";
import { DISPUTE_LABELS } from "@/lib/contract/dispute.values";
import type { transactionCalls as contract } from "@/lib/contract/transaction";
import { env } from "@/lib/env";
import { formatDateTime, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { outbox } from "@/lib/server/db/schema/outbox";
import { lockExpectedVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { DISPUTE_RECORD_TYPE, type DisputeRecord, disputeRecordRef } from "./dispute-record";
import { readDisputeDetails } from "./dispute-single";

/**
 * Accepts or contests a dispute. The provider gets the answer after the commit (./send-answer.ts). Giving back more than the refund limit
 * needs a second admin (docs/rules.md, Four eyes). Moves no money: the loss is recorded when the bank has decided.
 * @throws 404; 400 for more than is claimed; 409 if the dispute has changed, is answered, late or resolved, or while an answer awaits
 * approval
 */
export async function answerDispute({ tx, admin, audit }: WriteContext, input: InputOf<typeof contract.answerDispute>) {
  const { disputeId, version, answer, message } = input;
  const current = () => readDisputeDetails(tx, disputeId);
  const dispute = await lockExpectedVersion(tx, disputes, { id: disputeId, version }, { noun: "dispute", current });
  await refuseWhileChangeWaits(tx, DISPUTE_RECORD_TYPE, dispute.id, current);
  const obstacle = disputeAnswerObstacle(dispute);
  if (obstacle) throw refuse.conflict(obstacle, await current());
  const amount = answer === "accept" ? (input.amount ?? dispute.amount) : 0;
  if (amount > dispute.amount)
    throw refuse.badInput(`Only ${formatMoney(dispute.amount)} are claimed.`, {
      amount: `At most ${formatMoney(dispute.amount)} are claimed.`,
    });
  const record = disputeRecordRef(dispute);
  const said = { answer: DISPUTE_LABELS[answer], given_back: amount ? formatMoney(amount) : undefined, message };
  if (amount > env().refundLimit) {
    const approval = await requestApproval(tx, {
      kind: "transaction.answerDispute",
      record,
      change: `Accept the dispute about ${dispute.reference}: ${formatMoney(amount)} of ${formatMoney(dispute.amount)} go back to the payer's bank`,
      payload: { amount },
      requestedBy: admin.id,
      reason: message,
    });
    audit({ record, after: { ...said, awaiting_approval: approval.change } });
  } else {
    await storeDisputeAnswer(tx, dispute, { answer, amount, message, answeredBy: admin.id });
    audit({ record, after: said });
  }
  return current();
}

/** Returns why a dispute can't be answered now; null if it can. */
export function disputeAnswerObstacle(
  { state, answer, dueAt, provider }: DisputeRecord,
  now = new Date(),
): string | null {
  if (answer) return "This dispute is answered already.";
  if (state === "resolved") return "This dispute is decided, so it takes no answer any more.";
  if (state !== "needs_answer") return "The provider does not wait for an answer to this dispute.";
  if (dueAt <= now)
    return `The answer was due on ${formatDateTime(dueAt.toISOString())}. ${DISPUTE_LABELS[provider]} accepts no answer any more.`;
  return null;
}

type Answer = { answer: "accept" | "contest"; amount: number; message: string; answeredBy: string };

/** Stores the answer and queues it for the provider. The caller has locked the dispute. */
export async function storeDisputeAnswer(tx: Transaction, dispute: DisputeRecord, answer: Answer): Promise<void> {
  await updateVersionedRecord(tx, disputes, dispute.id, {
    answer: answer.answer,
    answerAmount: answer.amount,
    message: answer.message,
    answeredBy: answer.answeredBy,
    answeredAt: new Date(),
    sentAt: null,
    problem: null,
  });
  await tx.insert(outbox).values({ kind: "dispute", payload: { disputeId: dispute.id } });
}
