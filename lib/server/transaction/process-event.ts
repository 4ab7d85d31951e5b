import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { PAYOUT_TYPES, type ProviderName } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { type AuditEntry, appendAudit } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { transactionEvents } from "@/lib/server/db/schema/transaction";
import { lockTransactionRecord, type TransactionRecord, transactionRecordRef } from "./change-transaction";
import { queueDisputeFetch } from "./disputes/fetch-disputes";
import { processProviderReport } from "./process-report";
import type { ProviderEvent } from "./provider";
import { transactionIdOfProviderReference } from "./provider-reference";

/** Error message if a provider reports an unknown reference. */
export const UNKNOWN_TRANSACTION_MESSAGE = "There is no such transaction.";

/** Address and device that sent a report, and the id of the request. */
export type ReportCaller = { address: string; device: string; requestId: string };
/** Result of processing a report: applied (`taken`), ignored as repeated, or without a known transaction. */
export type ProviderEventOutcome = "taken" | "repeated" | "unknown";

/**
 * Applies a provider's signed report, once. If the reference is unknown, records reported money in the audit trail. Adds a
 * notice about a refund or a dispute to the payment's history, without moving money.
 */
export async function processProviderEvent(
  tx: Transaction,
  name: ProviderName,
  event: ProviderEvent,
  caller: ReportCaller,
): Promise<ProviderEventOutcome> {
  const id = await transactionIdOfProviderReference(tx, name, event.reference);
  const transaction = id && (await lockTransactionRecord(tx, id));
  if (!transaction || isOfOtherKind(event, transaction)) {
    if (event.state === "succeeded" || isNotice(event)) await recordUnknownPayment(tx, event, caller);
    if (event.subject === "dispute") await queueDisputeFetch(tx, name);
    return "unknown";
  }
  // Checked while the transaction is locked, so that the second of two deliveries sees the first.
  const [earlierEvent] = await tx
    .select({ id: transactionEvents.id })
    .from(transactionEvents)
    .where(eq(transactionEvents.providerEventId, event.eventId));
  if (earlierEvent) return "repeated";
  if (event.subject === "dispute") await queueDisputeFetch(tx, name);
  const auditExtras = { provider_event: event.eventId };
  const entries = isNotice(event)
    ? [await recordNotice(tx, transaction, event)]
    : await processProviderReport(
        tx,
        transaction,
        event,
        { kind: "webhook", providerEventId: event.eventId },
        auditExtras,
      );
  for (const { record, before, after, refusal } of entries)
    await appendAudit(tx, {
      at: new Date(),
      adminId: null,
      adminName: null,
      action: "transaction.webhook",
      outcome: refusal === undefined ? "done" : "refused",
      refusal: refusal ?? null,
      recordType: record?.type ?? null,
      recordId: record?.id ?? null,
      recordName: record?.name ?? null,
      before: before ?? null,
      after: after ?? null,
      ...caller,
    });
  return "taken";
}

/**
 * True for a charge with the reference of a payout, or the reverse. A payer can forge this: the public key on the provider's payment page
 * lets anyone choose the reference of a charge.
 */
const isOfOtherKind = ({ subject }: ProviderEvent, { type }: TransactionRecord) =>
  subject === (PAYOUT_TYPES.includes(type) ? "payment" : "payout");

const isNotice = ({ subject }: ProviderEvent) => subject === "refund" || subject === "dispute";

/**
 * Adds a provider's notice about a refund or dispute to the payment's history.
 * @returns the audit row of the notice, with the outcome "refused" for a failed refund, so that admins find it
 */
async function recordNotice(
  tx: Transaction,
  transaction: TransactionRecord,
  event: ProviderEvent,
): Promise<AuditEntry> {
  const { eventId, message, raw, amount, state } = event;
  await tx.insert(transactionEvents).values({
    transactionId: transaction.id,
    kind: event.subject === "dispute" ? "dispute" : "webhook",
    providerEventId: eventId,
    message,
    raw,
  });
  return {
    record: transactionRecordRef(transaction),
    after: { provider_event: eventId, ...(amount !== undefined && { amount: formatMoney(amount) }) },
    ...(state === "failed" && { refusal: message }),
  };
}

/** Records money that a provider reports for an unknown reference, once, however often the report is repeated. */
async function recordUnknownPayment(tx: Transaction, event: ProviderEvent, caller: ReportCaller) {
  const record = { recordType: "provider_event" as const, recordId: event.eventId };
  // The second of two simultaneous deliveries waits for this lock and then sees the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${event.eventId}, 0))`);
  const [earlierEvent] = await tx
    .select({ id: auditTrails.id })
    .from(auditTrails)
    .where(and(eq(auditTrails.recordType, record.recordType), eq(auditTrails.recordId, record.recordId)))
    .limit(1);
  if (earlierEvent) return;
  await appendAudit(tx, {
    at: new Date(),
    adminId: null,
    adminName: null,
    action: "transaction.webhook",
    outcome: "refused",
    refusal: UNKNOWN_TRANSACTION_MESSAGE,
    ...record,
    recordName: event.reference,
    before: null,
    after: {
      state: event.state,
      ...(event.amount !== undefined && { amount: formatMoney(event.amount) }),
      provider_reference: event.providerReference,
    },
    ...caller,
  });
}
