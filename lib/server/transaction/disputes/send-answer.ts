import "server-only";
import { eq } from "drizzle-orm";
import { DISPUTE_LABELS } from "@/lib/contract/dispute.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Database } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import type { QueuedDispute } from "@/lib/server/db/schema/outbox";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type PaymentProvider, paymentProviderOf } from "@/lib/server/transaction/provider";
import { ProviderRejection } from "@/lib/server/transaction/provider-errors";
import type { ProviderDispute } from "@/lib/server/transaction/provider-port";
import { type DisputeRecord, disputeRecordRef, lockDispute } from "./dispute-record";
import { disputeProofOf, readDisputedPayment } from "./dispute-single";
import { drawEvidence } from "./draw-evidence";
import { fetchDisputesOf, queueDisputeFetch } from "./fetch-disputes";

/** Maximum number of pages that are searched for one dispute. */
const MAX_PAGES = 50;

/** Problem shown while an answer is being sent. Another attempt finds out whether the provider received it. */
const SENDING = "The provider has not confirmed the answer yet. It is sent again until it does.";
const ANSWERED_ELSEWHERE = "The dispute was answered or decided at the provider before our answer arrived.";

/** Delivers a row of the outbox: sends our answer, or reads the provider's disputes. @throws errors that can be retried */
export async function deliverDisputeMessage(db: Database, queued: QueuedDispute): Promise<void> {
  if ("disputeId" in queued) return sendAnswer(db, queued.disputeId);
  if (queued.fetchFrom !== "ledger") await fetchDisputesOf(db, queued.fetchFrom);
}

/**
 * Sends our answer to the provider and records that it was sent, once. A provider may act on a repeated answer, so each attempt first reads
 * the dispute's state at the provider: after an attempt without a response, another state means that the answer has arrived.
 */
async function sendAnswer(db: Database, disputeId: string): Promise<void> {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, disputeId));
  if (!dispute?.answer || dispute.sentAt) return;
  const provider = paymentProviderOf(dispute.provider);
  if (!provider) throw new Error(`There is no provider ${dispute.provider} to send an answer to.`);
  const atProvider = await findAtProvider(provider, dispute);
  if (!atProvider)
    throw new Error(`${DISPUTE_LABELS[dispute.provider]} does not list dispute ${dispute.providerDisputeId}.`);
  if (atProvider.state !== "needs_answer")
    return dispute.problem === SENDING ? recordSent(db, disputeId) : recordRefusal(db, disputeId, ANSWERED_ELSEWHERE);
  try {
    const evidence = dispute.answer === "contest" ? await sendEvidence(db, provider, dispute) : {};
    // Stored before the request, because the response may get lost, or this server may stop.
    await db.update(disputes).set({ problem: SENDING }).where(eq(disputes.id, disputeId));
    await provider.answerDispute({
      disputeId: dispute.providerDisputeId,
      answer: dispute.answer,
      message: dispute.message,
      amount: dispute.answerAmount ?? 0,
      ...evidence,
    });
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error;
    return recordRefusal(db, disputeId, error.message);
  }
  await recordSent(db, disputeId);
}

async function findAtProvider(
  provider: PaymentProvider,
  { providerDisputeId, openedAt }: DisputeRecord,
): Promise<ProviderDispute | undefined> {
  const period = { from: lagosDayOf(openedAt), to: lagosDayOf(openedAt) };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next_cursor } = await provider.disputes({ ...period, ...(cursor !== undefined && { cursor }) });
    const found = items.find(({ id }) => id === providerDisputeId);
    if (found || next_cursor === null) return found;
    cursor = next_cursor;
  }
  return undefined;
}

/**
 * Sends the proof of the disputed payment to the provider.
 * @returns the proof's id at the provider, and a PDF of all evidence to send with the answer
 */
async function sendEvidence(db: Database, provider: PaymentProvider, dispute: DisputeRecord) {
  const payment = await readDisputedPayment(db, dispute.transactionId);
  const bytes = await drawEvidence(db, dispute);
  const file = { name: `evidence-${dispute.reference}.pdf`, type: "application/pdf", bytes };
  if (!payment) return { file };
  const { service, ...customer } = disputeProofOf(payment);
  const { evidenceId } = await provider.sendEvidence({ disputeId: dispute.providerDisputeId, customer, service });
  return { evidenceId, file };
}

const recordSent = (db: Database, disputeId: string) =>
  inTransaction(db, async (tx) => {
    const dispute = await lockDispute(tx, disputeId);
    if (!dispute?.answer || dispute.sentAt) return;
    const sent = await updateVersionedRecord(tx, disputes, disputeId, { sentAt: new Date(), problem: null });
    await appendAudit(
      tx,
      systemAuditRow("transaction.disputeAnswerSent", {
        record: disputeRecordRef(sent),
        after: { answer: DISPUTE_LABELS[dispute.answer] },
      }),
    );
    await queueDisputeFetch(tx, dispute.provider);
  });

/** Clears an answer that the provider has refused for good, so that an admin can answer again. The audit trail keeps it. */
const recordRefusal = (db: Database, disputeId: string, problem: string) =>
  inTransaction(db, async (tx) => {
    const dispute = await lockDispute(tx, disputeId);
    if (!dispute?.answer || dispute.sentAt) return;
    log.warn({ provider: dispute.provider, problem }, "a provider refused the answer to a dispute");
    const cleared = { answer: null, answerAmount: null, answeredBy: null, answeredAt: null, message: "", problem };
    const updated = await updateVersionedRecord(tx, disputes, disputeId, cleared);
    await appendAudit(
      tx,
      systemAuditRow("transaction.disputeAnswerRefused", {
        record: disputeRecordRef(updated),
        after: { provider_says: problem },
      }),
    );
    await queueDisputeFetch(tx, dispute.provider);
  });
