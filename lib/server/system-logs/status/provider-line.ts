import "server-only";
import { and, asc, isNull, min, ne } from "drizzle-orm";
import { type ProviderName, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatDateTime } from "@/lib/format";
import type { Queryable } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { providerEvents } from "@/lib/server/db/schema/provider";
import { reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { type OperationOutcomeRow, readOperationOutcomes } from "@/lib/server/status/read-outcomes";
import { offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";
import { webhookServiceOf } from "@/lib/server/transaction/receive-webhook";
import { readRefusedRefunds } from "@/lib/server/transaction/refused-refund";
import { queuedMessageFacts, serviceLine } from "./service-lines";
import { documentationPathOf, lastErrorFacts, type StatusLineContent, toStatusLine } from "./status-line";

/** Time in ms after which an unprocessed webhook counts as a fault. */
const LATE_REPORT_MS = 10 * 60_000;

/** Maximum number of refused refunds whose references are shown. */
const SHOWN_REFUNDS = 5;
const referencesOf = (refunds: readonly { reference: string }[]) =>
  [...refunds.slice(0, SHOWN_REFUNDS).map(({ reference }) => reference), refunds.length > SHOWN_REFUNDS && "and more"]
    .filter(Boolean)
    .join(", ");

/**
 * Shows each provider's last answer, last webhook, and last fetch of settlements. The line is failing if orders or answers fail, stored webhooks are not
 * processed, or the money of a refused refund is on suspense.
 */
export async function providerLine(db: Queryable): Promise<StatusLineContent> {
  const providers = offeredPaymentProviders().filter((name) => name !== "ledger");
  if (!providers.length)
    return toStatusLine("not_set_up", {
      facts: await queuedMessageFacts(db, "provider"),
      next: {
        text: "No payment provider is connected: payments are booked in the ledger only.",
        document: documentationPathOf("setting", "PAYSTACK_SECRET_KEY"),
      },
    });
  const line = await serviceLine(
    db,
    "provider",
    "Open the transaction in Transactions and check its status with the provider. Orders are sent again automatically.",
    "Orders to the provider fail",
  );
  const outcomes = await readOperationOutcomes(db, "service");
  const failing = providers.map((name) => outcomeOf(outcomes, name)).find((outcome) => outcome?.failingSince);
  const fetches = await db.select().from(reconciliationProviders);
  const facts = [
    ...providers.flatMap((name) => [...providerFacts(outcomes, name), ...fetchFacts(fetches, name)]),
    ...line.facts,
  ];
  const refused = await readRefusedRefunds(db, SHOWN_REFUNDS + 1);
  if (refused.length) facts.push({ label: "Refunds that the provider refused", value: referencesOf(refused) });
  const unknown = await readUnknownDisputes(db, SHOWN_REFUNDS + 1);
  if (unknown.length) facts.push({ label: "Disputes about unknown payments", value: referencesOf(unknown) });
  const waitingSince = await oldestReport(db);
  if (waitingSince && Date.now() - waitingSince.getTime() > LATE_REPORT_MS)
    return toStatusLine("failing", {
      facts: [...facts, { label: "Webhook waits since", value: formatDateTime(waitingSince.toISOString()) }],
      failingSince: waitingSince,
      next: {
        text: "Look for “a webhook could not be processed” in the log.",
        document: documentationPathOf("trouble", "Webhooks of the provider are not processed"),
      },
    });
  if (line.state === "failing") return { ...line, facts };
  if (!failing && refused.length)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt: line.last_success_at ? new Date(line.last_success_at) : null,
      next: {
        text: "Open the refund in Transactions. Try the refund again, or clear its money to the wallet in System Wallet.",
        document: documentationPathOf("trouble", "The provider refuses a refund"),
      },
    });
  if (!failing && unknown.length)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt: line.last_success_at ? new Date(line.last_success_at) : null,
      next: {
        text: "Open the dispute in Transactions, and ask the provider which payment it is about.",
        document: documentationPathOf("trouble", "The provider reports a dispute about an unknown payment"),
      },
    });
  if (!failing) return { ...line, facts };
  return toStatusLine("failing", {
    facts: [...facts, ...lastErrorFacts(failing)],
    failingSince: failing.failingSince,
    lastSuccessAt: failing.lastSuccessAt,
    next: {
      text: "Ask the provider for its state. Payments without an answer are verified automatically.",
      document: documentationPathOf("trouble", "The provider does not answer"),
    },
  });
}

const outcomeOf = (outcomes: readonly OperationOutcomeRow[], service: string) =>
  outcomes.find(({ name }) => name === service);

function providerFacts(outcomes: readonly OperationOutcomeRow[], name: ProviderName) {
  const label = TRANSACTION_LABELS[name] ?? name;
  const at = (service: string) => outcomeOf(outcomes, service)?.lastSuccessAt;
  const timeText = (time: Date | null | undefined) => (time ? formatDateTime(time.toISOString()) : "None yet");
  const webhook = { label: `${label}, last webhook`, value: timeText(at(webhookServiceOf(name))) };
  return name === "simulated"
    ? [{ label: "Provider", value: "Simulated: it moves no money" }, webhook]
    : [{ label: `${label}, last answer`, value: timeText(at(name)) }, webhook];
}

/** Returns the references of undecided disputes about payments that this system does not know. */
const readUnknownDisputes = (db: Queryable, limit: number) =>
  db
    .select({ reference: disputes.reference })
    .from(disputes)
    .where(and(isNull(disputes.transactionId), ne(disputes.state, "resolved")))
    .orderBy(asc(disputes.dueAt))
    .limit(limit);
/** Returns facts about the last fetch of a provider's settlements; none before reconciliation has started. */
function fetchFacts(fetches: readonly (typeof reconciliationProviders.$inferSelect)[], name: ProviderName) {
  const fetched = fetches.find(({ provider }) => provider === name);
  if (!fetched?.fetchedAt) return [];
  const at = formatDateTime(fetched.fetchedAt.toISOString());
  const label = `${TRANSACTION_LABELS[name] ?? name}, last fetch of settlements`;
  return [{ label, value: fetched.problem ? `${at}: ${fetched.problem}` : at }];
}

/** Returns when the oldest stored webhook that is not processed yet was received; null if there is none. */
async function oldestReport(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(providerEvents.receivedAt) })
    .from(providerEvents)
    .where(isNull(providerEvents.processedAt));
  return row?.at ?? null;
}
