import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { DISPUTE_ANSWER_DEADLINE_HOURS, DISPUTE_LABELS, type DISPUTE_PROVIDERS } from "@/lib/contract/dispute.values";
import { formatDateTime, formatMoney } from "@/lib/format";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { lockTransactionRecord, transactionRecordRef } from "@/lib/server/transaction/change-transaction";
import { performDisputeStep } from "@/lib/server/transaction/dispute";
import { isDisputable } from "@/lib/server/transaction/postings";
import type { ProviderDispute } from "@/lib/server/transaction/provider-port";
import { transactionIdOfProviderReference } from "@/lib/server/transaction/provider-reference";
import { type DisputeRecord, disputeRecordRef, isUnanswered } from "./dispute-record";
import { notifyDisputeAnswerers } from "./notify-answerers";

/** Name of a provider that reports disputes. */
export type DisputeProvider = (typeof DISPUTE_PROVIDERS)[number];

const HOUR_MS = 3_600_000;

/** Returns the columns of a dispute whose values come from the provider's report. */
function reportedColumns({ state, amount, reason, resolution, ...item }: ProviderDispute) {
  const openedAt = new Date(item.createdAt);
  return {
    state,
    amount,
    reason,
    openedAt,
    dueAt: item.dueAt ? new Date(item.dueAt) : new Date(openedAt.getTime() + DISPUTE_ANSWER_DEADLINE_HOURS * HOUR_MS),
    resolution,
  };
}
type ReportedColumns = ReturnType<typeof reportedColumns>;

const auditValuesOf = ({ state, amount, reason, dueAt, resolution }: ReportedColumns) => ({
  state: DISPUTE_LABELS[state] ?? state,
  amount: formatMoney(amount),
  bank_says: reason,
  due: formatDateTime(dueAt.toISOString()),
  resolution,
});

/**
 * Stores a dispute as its provider reports it, by the provider's id, and marks its payment as disputed if the payment's state allows
 * that. A report that changes nothing is not recorded again.
 * @returns true if the dispute is new or has changed
 */
export async function storeDispute(
  tx: Transaction,
  provider: DisputeProvider,
  item: ProviderDispute,
): Promise<boolean> {
  const reported = reportedColumns(item);
  const transactionId = (await transactionIdOfProviderReference(tx, provider, item.reference)) ?? null;
  // Locks the payment before the dispute, as all other changes do.
  if (transactionId) await lockTransactionRecord(tx, transactionId);
  const [inserted] = await tx
    .insert(disputes)
    .values({ id: uuid(), provider, providerDisputeId: item.id, transactionId, reference: item.reference, ...reported })
    .onConflictDoNothing()
    .returning();
  if (inserted) {
    await appendAudit(
      tx,
      systemAuditRow("transaction.disputeReported", {
        record: disputeRecordRef(inserted),
        after: auditValuesOf(reported),
      }),
    );
    if (isUnanswered(inserted)) await notifyDisputeAnswerers(tx, inserted, "opened");
    await markDisputed(tx, inserted);
    return true;
  }
  const [known] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.providerDisputeId, item.id)))
    .for("update");
  if (!known) throw new Error(`Dispute ${item.id} vanished.`);
  const isLinked = known.transactionId === null && transactionId !== null;
  const fetchedAt = new Date();
  if (!isLinked && !hasChanged(known, reported)) {
    await tx.update(disputes).set({ fetchedAt }).where(eq(disputes.id, known.id));
    return false;
  }
  const link = isLinked ? { transactionId } : {};
  const updated = await updateVersionedRecord(tx, disputes, known.id, { ...reported, ...link, fetchedAt });
  await appendAudit(
    tx,
    systemAuditRow("transaction.disputeReported", {
      record: disputeRecordRef(updated),
      before: auditValuesOf(known),
      after: auditValuesOf(reported),
    }),
  );
  if (isLinked) await markDisputed(tx, updated);
  return true;
}

const hasChanged = (known: DisputeRecord, reported: ReportedColumns) =>
  known.state !== reported.state ||
  known.amount !== reported.amount ||
  known.reason !== reported.reason ||
  known.resolution !== reported.resolution ||
  known.openedAt.getTime() !== reported.openedAt.getTime() ||
  known.dueAt.getTime() !== reported.dueAt.getTime();

/** Marks the payment as disputed, also if the dispute was resolved before we read it: its outcome can then be recorded. */
async function markDisputed(tx: Transaction, { transactionId, reason, providerDisputeId }: DisputeRecord) {
  const transaction = transactionId ? await lockTransactionRecord(tx, transactionId) : undefined;
  if (transaction?.state !== "succeeded" || !isDisputable(transaction)) return;
  const message = `The payer's bank opened dispute ${providerDisputeId}${reason ? `: ${reason}` : ""}`;
  const after = await performDisputeStep(tx, transaction, { state: "disputed", reason: message, postedBy: null });
  await appendAudit(
    tx,
    systemAuditRow("transaction.disputeOpened", {
      record: transactionRecordRef(transaction),
      before: { state: transaction.state },
      after: { ...after, reason: message },
    }),
  );
}
