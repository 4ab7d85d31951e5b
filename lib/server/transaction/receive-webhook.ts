import "server-only";
import { sql } from "drizzle-orm";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { bodyLengthOf, readBytes } from "@/lib/server/api/body";
import { isDatabaseUnavailable, Refusal } from "@/lib/server/api/errors";
import { callerDetailsOf } from "@/lib/server/api/request";
import { inTransaction } from "@/lib/server/api/transaction";
import { log } from "@/lib/server/base/log";
import { type Database, database } from "@/lib/server/db/client";
import { providerEvents } from "@/lib/server/db/schema/provider";
import { providerEventIds } from "@/lib/server/db/schema/transaction";
import { defaultWaitMs, withWaitBudget } from "@/lib/server/db/wait-budget";
import { recordOperationOutcome } from "@/lib/server/status/record-outcome";
import { processProviderEvent, type ReportCaller, UNKNOWN_TRANSACTION_MESSAGE } from "./process-event";
import { type ProviderEvent, paymentProviderOf } from "./provider";

const BODY_LIMIT = 65_536;
const RETRY_SECONDS = "5";

/** Returns the name under which the last webhook of a provider is recorded for System Status. */
export const webhookServiceOf = (name: ProviderName) => `${name}-webhook`;

/**
 * Handles a payment provider's webhook. Not part of the API, because no admin calls it: the signature of the raw bytes
 * authenticates it. A repeated report returns 200 and changes nothing. A signed report that can't be parsed returns
 * 422. If the database is unreachable, returns 503, so that the provider sends it again. Reports of some providers are
 * only stored here, and `processStoredProviderEvents` processes them after the response.
 */
export async function receiveWebhook(name: ProviderName, request: Request): Promise<Response> {
  // Limits the body to the size of a report, because the sender is not authenticated yet.
  const isTooLarge = (bodyLengthOf(request) ?? 0) > BODY_LIMIT;
  const bytes = isTooLarge ? null : await readBytes(BODY_LIMIT, request.body);
  if (bytes === null) return reply(413, "The body is larger than 64 KB.");
  const rawBody = Buffer.from(bytes).toString("utf8");
  const provider = paymentProviderOf(name);
  const event = provider?.readWebhook(rawBody, request.headers.get(provider.signatureHeader));
  if (!provider || !event) return reply(404, "No reports come from there.");
  if (event instanceof Refusal) {
    // Logs only signed reports that can't be parsed, because they may concern money. Unsigned requests are not logged.
    if (event.status !== 401) log.warn({ provider: name, problem: event.message }, "a webhook was not understood");
    return reply(event.status, event.message);
  }
  recordOperationOutcome({ kind: "service", name: webhookServiceOf(name) });
  if ("ignored" in event) return reply(200, "ignored");
  const caller = callerDetailsOf(request.headers);
  const db: Database = database().db;
  try {
    const outcome = await withWaitBudget(defaultWaitMs(), () =>
      provider.isAnsweredFirst
        ? storeEvent(db, name, event, caller)
        : inTransaction(db, (tx) => processProviderEvent(tx, name, event, caller)),
    );
    return outcome === "unknown" ? reply(404, UNKNOWN_TRANSACTION_MESSAGE) : reply(200, outcome);
  } catch (error) {
    log.error({ err: error }, "a webhook could not be taken in");
    const retry = "Send it again later.";
    return isDatabaseUnavailable(error) ? reply(503, retry, { "retry-after": RETRY_SECONDS }) : reply(500, retry);
  }
}

/** Stores a report before it is answered, once, so that it survives a crash. */
async function storeEvent(db: Database, provider: ProviderName, event: ProviderEvent, caller: ReportCaller) {
  const { address, device } = caller;
  const stored = await db
    .insert(providerEvents)
    .values({ provider, eventId: event.eventId, report: event, address, device })
    // A repeated delivery makes the stored report due again if no payment's history has it: the payment was unknown, or its money could
    // not be posted (change-transaction.ts).
    .onConflictDoUpdate({
      target: [providerEvents.provider, providerEvents.eventId],
      set: { processedAt: null, nextAttemptAt: sql`now()` },
      setWhere: sql`${providerEvents.processedAt} is not null and not exists
        (select 1 from ${providerEventIds} where ${providerEventIds.id} = ${providerEvents.eventId})`,
    })
    .returning({ id: providerEvents.id });
  return stored.length ? "stored" : "repeated";
}

const reply = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ status, message }, { status, headers: { "cache-control": "no-store", ...headers } });
