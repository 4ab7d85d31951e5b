import "server-only";
import { env, isDemo, simulatesPaymentProvider } from "@/lib/env";
import { notifyEndingKeys } from "@/lib/server/app-api/notify-of-keys";
import { startDueBroadcasts } from "@/lib/server/app-config/broadcast/start-sending";
import { expireApprovals } from "@/lib/server/approvals/request-approval";
import { sealIfWaiting } from "@/lib/server/audit/seal";
import { deleteOldSessions } from "@/lib/server/auth/delete-old-sessions";
import { deleteOldSignIns } from "@/lib/server/auth/delete-old-sign-ins";
import { writeThrottledSignIns } from "@/lib/server/auth/record-throttled-sign-ins";
import { removeOldData } from "@/lib/server/citizen-data/retention/remove-old-data";
import { deleteUnusedImages } from "@/lib/server/content-entries/delete-unused-images";
import { deleteOldPreviews } from "@/lib/server/content-entries/share-preview";
import type { Database } from "@/lib/server/db/client";
import { maintainPartitions } from "@/lib/server/db/month-partitions";
import { expireOrders } from "@/lib/server/event/expire-orders";
import { runCancellations } from "@/lib/server/event/run-cancellations";
import { deleteOldExports } from "@/lib/server/exports/progress";
import { deleteOrphanFiles } from "@/lib/server/files/stored-files";
import { runPayouts } from "@/lib/server/grant/run-payouts";
import { escalateLateReports } from "@/lib/server/ireport/escalate-late";
import { flagExpiredDocuments } from "@/lib/server/kyc/refresh-flags";
import { releaseIdleClaims } from "@/lib/server/kyc/release-idle";
import { deleteOldNotices } from "@/lib/server/notices/delete-old";
import { notifyLateRecords } from "@/lib/server/notices/notify-late";
import { notifyLowBudgets } from "@/lib/server/notices/notify-low-budgets";
import { sendDigests } from "@/lib/server/notices/send-digests";
import { deliverOutboxKind, OUTBOX_KINDS } from "@/lib/server/outbox/deliver";
import { storeDueStartsAndEndsOfAll } from "@/lib/server/promotion/store-all-due-states";
import { deleteTokensOfEndedSessions } from "@/lib/server/push/device-tokens";
import { matchOpenItems } from "@/lib/server/reconciliation/matching/match-items";
import { collectLedgerItems } from "@/lib/server/reconciliation/sources/collect-ledger";
import { fetchSettlements, SETTLEMENT_FETCH_INTERVAL_MS } from "@/lib/server/reconciliation/sources/fetch-settlements";
import { cancelIdleStatements } from "@/lib/server/reconciliation/statements/cancel-idle";
import { printSetupKey } from "@/lib/server/rp/setup-key";
import type { MonitoredOperation } from "@/lib/server/status/record-outcome";
import { postOpeningBalances } from "@/lib/server/system-wallet/opening-balances/post-balances";
import { mergeDailyTotals } from "@/lib/server/totals/day-totals";
import { refreshBanks } from "@/lib/server/transaction/banks";
import { fetchDisputes } from "@/lib/server/transaction/disputes/fetch-disputes";
import { remindOfDisputes } from "@/lib/server/transaction/disputes/notify-answerers";
import { deleteOldProviderEvents, processStoredProviderEvents } from "@/lib/server/transaction/process-stored-events";
import { sendSimulatedReports } from "@/lib/server/transaction/simulated-reports";
import { verifyOpenPayments } from "@/lib/server/transaction/verify-payments";
import { deleteOldDirectUploads, deleteOldUploads } from "@/lib/server/uploads/delete-old";
import { liftExpiredRestrictions } from "@/lib/server/user/lift-expired";
import { deleteOldWebhookDeliveries } from "@/lib/server/webhooks/delete-old";
import { deliverWebhooks, WEBHOOK_TASK_LIMIT_MS } from "@/lib/server/webhooks/deliver-webhooks";
import { runWebhookReplays } from "@/lib/server/webhooks/replay-failed";

/** How often a cron service calls a server without timers (vercel.json): /api/cron/minute and /api/cron/hour. */
export const CRON_CADENCES = ["minute", "hour"] as const;
/** How often a cron service calls the server. */
export type CronCadence = (typeof CRON_CADENCES)[number];

/** A task that timers or a cron service run at an interval. */
export type TimedTask = {
  /** Name in the log, in the response to a cron call and in docs/operations.md. */
  name: string;
  /** Interval between two runs, in seconds. */
  every: number;
  run: (db: Database) => Promise<unknown>;
};

const simulatesCitizens = () => env().simulatedCitizens ?? isDemo();

/** Makes simulated citizens act. Imports their module only if simulated citizens are on, because its texts are part of the demo data. */
const actAsCitizens = async (db: Database) => (await import("@/lib/server/simulated-citizens/act")).actAsCitizens(db);

/** Replaces outbox senders in timed tasks: there, webhooks may take more time than in the delivery right after a write. */
const TASK_SENDERS = { webhook: (db: Database) => deliverWebhooks(db, undefined, WEBHOOK_TASK_LIMIT_MS) };

/** Tasks that delete objects of the bucket. */
const bucketTasks: readonly TimedTask[] = [
  { name: "forget-direct-uploads", every: 600, run: deleteOldDirectUploads },
  { name: "sweep-files", every: 3_600, run: deleteOrphanFiles },
];

/**
 * Lists all scheduled tasks, in the order in which a cron call runs them; slow tasks are last. Each task leaves unfinished work to its
 * next run, and may run on several servers concurrently.
 */
export const timedTasks = (): readonly TimedTask[] => [
  { name: "seal-audit-trail", every: 1, run: sealIfWaiting },
  { name: "announce-second-key", every: 10, run: printSetupKey },
  { name: "record-refused-sign-ins", every: 10, run: (db) => writeThrottledSignIns(db) },
  { name: "lift-expired-restrictions", every: 60, run: liftExpiredRestrictions },
  { name: "expire-approvals", every: 60, run: expireApprovals },
  { name: "escalate-late-reports", every: 60, run: escalateLateReports },
  { name: "notify-late-work", every: 60, run: notifyLateRecords },
  { name: "remind-of-disputes", every: 60, run: (db) => remindOfDisputes(db) },
  { name: "notify-low-budgets", every: 60, run: notifyLowBudgets },
  { name: "mail-unread-notices", every: 60, run: (db) => sendDigests(db) },
  { name: "release-idle-requests", every: 300, run: releaseIdleClaims },
  { name: "expire-ticket-orders", every: 30, run: expireOrders },
  { name: "start-due-broadcasts", every: 15, run: startDueBroadcasts },
  { name: "begin-and-end-promotions", every: 15, run: storeDueStartsAndEndsOfAll },
  { name: "fold-day-totals", every: 30, run: mergeDailyTotals },
  ...(simulatesPaymentProvider()
    ? [{ name: "simulate-provider", every: 2, run: (db: Database) => sendSimulatedReports(db) }]
    : []),
  ...(simulatesCitizens() ? [{ name: "simulate-citizens", every: 15, run: actAsCitizens }] : []),
  { name: "process-provider-reports", every: 5, run: processStoredProviderEvents },
  { name: "verify-payments", every: 60, run: verifyOpenPayments },
  { name: "fetch-disputes", every: 300, run: (db) => fetchDisputes(db) },
  { name: "collect-ledger-items", every: 15, run: collectLedgerItems },
  { name: "match-items", every: 15, run: (db: Database) => matchOpenItems(db) },
  // Runs every minute, so that it also runs soon after a start, but fetches each provider's settlements only every 10 minutes.
  { name: "fetch-settlements", every: 60, run: (db) => fetchSettlements(db, SETTLEMENT_FETCH_INTERVAL_MS) },
  { name: "refund-cancelled-events", every: 2, run: runCancellations },
  { name: "pay-grants", every: 2, run: runPayouts },
  { name: "post-opening-balances", every: 2, run: postOpeningBalances },
  { name: "remove-old-data", every: 10, run: removeOldData },
  { name: "replay-webhooks", every: 2, run: runWebhookReplays },
  ...OUTBOX_KINDS.map((kind) => ({
    name: `deliver-${kind.replaceAll("_", "-")}`,
    every: 15,
    run: (db: Database) => deliverOutboxKind(kind, db, TASK_SENDERS),
  })),
  { name: "make-partitions", every: 3_600, run: maintainPartitions },
  { name: "forget-old-sign-ins", every: 3_600, run: deleteOldSignIns },
  { name: "forget-old-sessions", every: 3_600, run: (db) => deleteOldSessions(db) },
  { name: "forget-old-devices", every: 3_600, run: deleteTokensOfEndedSessions },
  { name: "forget-old-exports", every: 3_600, run: deleteOldExports },
  { name: "forget-old-previews", every: 3_600, run: deleteOldPreviews },
  { name: "forget-old-notices", every: 3_600, run: deleteOldNotices },
  { name: "notify-ending-app-keys", every: 3_600, run: notifyEndingKeys },
  { name: "flag-expired-documents", every: 3_600, run: flagExpiredDocuments },
  { name: "forget-old-uploads", every: 3_600, run: deleteOldUploads },
  { name: "forget-old-webhooks", every: 3_600, run: deleteOldWebhookDeliveries },
  { name: "refresh-banks", every: 3_600, run: (db) => refreshBanks(db) },
  { name: "forget-old-provider-reports", every: 3_600, run: deleteOldProviderEvents },
  { name: "cancel-idle-statements", every: 3_600, run: cancelIdleStatements },
  { name: "sweep-images", every: 3_600, run: deleteUnusedImages },
  ...(env().filesBucket ? bucketTasks : []),
];

/** Returns how often a cron service runs the task: each minute or each hour. */
export const cronCadenceOf = ({ every }: Pick<TimedTask, "every">): CronCadence => (every < 3_600 ? "minute" : "hour");

/** Returns the task as an operation whose outcome is recorded. */
export const operationOfTask = ({ name, every }: Pick<TimedTask, "name" | "every">): MonitoredOperation => ({
  kind: "task",
  name,
  everySeconds: every,
});
