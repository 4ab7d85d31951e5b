import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { bodyLengthOf, readBytes } from "@/lib/server/api/body";
import { isDatabaseUnavailable, Refusal } from "@/lib/server/api/errors";
import { callerDetailsOf } from "@/lib/server/api/request";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { defaultWaitMs, withWaitBudget } from "@/lib/server/db/wait-budget";
import { lockTransaction } from "./change-transaction";
import { processReport } from "./process-report";
import { type ProviderEvent, providerOf } from "./provider";

const BODY_LIMIT = 65_536;
const SIGNATURE_HEADER = "x-payment-signature";
const UNKNOWN_MESSAGE = "There is no such transaction.";
const RETRY_SECONDS = "5";

/**
 * Handles a payment provider's webhook. Not part of the API, because no admin calls it: the signature of the raw bytes
 * authenticates it. A repeated report returns 200 and changes nothing. A signed report that can't be parsed returns
 * 422. If the database is unreachable, returns 503, so that the provider sends it again.
 */
export async function receiveWebhook(name: ProviderName, request: Request): Promise<Response> {
  // Limits the body to the size of a report, because the sender is not authenticated yet.
  const isTooLarge = (bodyLengthOf(request) ?? 0) > BODY_LIMIT;
  const bytes = isTooLarge ? null : await readBytes(BODY_LIMIT, request.body);
  if (bytes === null) return reply(413, "The body is larger than 64 KB.");
  const rawBody = Buffer.from(bytes).toString("utf8");
  const event = providerOf(name)?.readWebhook(rawBody, request.headers.get(SIGNATURE_HEADER));
  if (!event) return reply(404, "No reports come from there.");
  if (event instanceof Refusal) {
    // Logs only signed reports that can't be parsed, because they may concern money. Unsigned requests are not logged.
    if (event.status !== 401) log.warn({ provider: name, problem: event.message }, "a webhook was not understood");
    return reply(event.status, event.message);
  }
  const caller = callerDetailsOf(request.headers);
  const db: Database = database().db;
  try {
    const processEvent = async (tx: Transaction) => {
      const [lockedTransaction] = await tx
        .select({ id: transactions.id })
        .from(transactions)
        .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
        // A provider can't report about another provider's payments.
        .where(and(eq(transactions.reference, event.reference), eq(paymentMethods.provider, name)));
      const transaction = lockedTransaction && (await lockTransaction(tx, lockedTransaction.id));
      if (!transaction) {
        if (event.state === "succeeded") await recordUnknownPayment(tx, event, caller);
        return "unknown";
      }
      // Checked while the transaction is locked, so that the second of two deliveries sees the first.
      const [earlierEvent] = await tx
        .select({ id: transactionEvents.id })
        .from(transactionEvents)
        .where(eq(transactionEvents.providerEventId, event.eventId));
      if (earlierEvent) return "repeated";
      const source = { kind: "webhook", providerEventId: event.eventId } as const;
      for (const { record, before, after } of await processReport(tx, transaction, event, source, {
        provider_event: event.eventId,
      }))
        await appendAudit(tx, {
          at: new Date(),
          adminId: null,
          adminName: null,
          action: "transaction.webhook",
          outcome: "done",
          refusal: null,
          recordType: record?.type ?? null,
          recordId: record?.id ?? null,
          recordName: record?.name ?? null,
          before: before ?? null,
          after: after ?? null,
          ...caller,
        });
      return "taken";
    };
    const outcome = await withWaitBudget(defaultWaitMs(), () => inTransaction(db, processEvent));
    return outcome === "unknown" ? reply(404, UNKNOWN_MESSAGE) : reply(200, outcome);
  } catch (error) {
    log.error({ err: error }, "a webhook could not be taken in");
    const retry = "Send it again later.";
    return isDatabaseUnavailable(error) ? reply(503, retry, { "retry-after": RETRY_SECONDS }) : reply(500, retry);
  }
}

/** Records money that a provider reports for an unknown reference, once, however often the report is repeated. */
async function recordUnknownPayment(tx: Transaction, event: ProviderEvent, caller: ReturnType<typeof callerDetailsOf>) {
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
    refusal: UNKNOWN_MESSAGE,
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

const reply = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ status, message }, { status, headers: { "cache-control": "no-store", ...headers } });
