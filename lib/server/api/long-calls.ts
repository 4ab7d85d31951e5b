import "server-only";
import type { routes } from "@/lib/contract/routes";

type Routes = typeof routes;
/** Name of an API call, as the audit trail shows it, such as `kyc.decide`. */
export type CallName = { [Group in keyof Routes]: `${Group}.${keyof Routes[Group] & string}` }[keyof Routes];

/** Limit in ms: the timeout of one SQL statement (db/client.ts) plus the work around it. */
const LONG_MS = 15_000;
/** Limit in ms for one transaction with thousands of rows and SQL statements. */
const BULK_MS = 60_000;

/**
 * Limits in ms for calls that may wait longer for the database (db/wait-budget.ts), because their work grows with their input. Two further
 * limits are set elsewhere: for sums over payments in user/sum-spending.ts, for pages of an export in exports/stream.ts.
 */
export const LONG_CALL_LIMITS_MS: { [call in CallName]?: number } = {
  // The admin sets how long the check may run, at most 100 s; its last statement may take 120 s more (ledger/verify-totals.ts).
  "systemWallet.verify": 240_000,
  "systemLogs.verify": LONG_MS,
  // Aggregates up to half a million reports or one year.
  "ireport.stats": LONG_MS,
  "ireport.categories": LONG_MS,
  // Returns all tickets of an event, for check-in without a network.
  "event.gateList": LONG_MS,
  "event.cancel": BULK_MS,
  // Assigns up to 500 requests, each with its own change and audit row.
  "kyc.assignMatching": LONG_MS,
  "appConfig.countAudience": LONG_MS,
  "appConfig.sendBroadcast": LONG_MS,
  // Process files with thousands of texts, codes or people.
  "appConfig.saveTexts": BULK_MS,
  "appConfig.previewImport": BULK_MS,
  "appConfig.importTexts": BULK_MS,
  "appConfig.exportTexts": BULK_MS,
  "promotion.addCodes": BULK_MS,
  "promotion.generateCodes": BULK_MS,
  "user.checkNewMembers": BULK_MS,
  "user.checkMembers": BULK_MS,
  "user.createGroup": BULK_MS,
  "user.addMembers": BULK_MS,
  "user.deleteGroup": BULK_MS,
  // Counts up to 100,000 old rows of each retention rule.
  "user.retentionDryRun": BULK_MS,
  "user.runRetention": BULK_MS,
  // Deletes the rows of an import file, which may have a million lines.
  "systemWallet.deleteOpeningBalances": BULK_MS,
  // A payout batch may have 100,000 rows; its approval processes all of them.
  "grant.decide": BULK_MS,
  "grant.completeProgramme": BULK_MS,
  "grant.createBatch": BULK_MS,
  "grant.removeRows": BULK_MS,
  "grant.submitBatch": BULK_MS,
  "grant.cancelBatch": BULK_MS,
  "grant.retryRows": BULK_MS,
  "approvals.decide": BULK_MS,
  // Reads all reconciliation items of a day, and waits for running imports.
  "reconciliation.day": LONG_MS,
  "reconciliation.proposeDay": BULK_MS,
  "reconciliation.withdrawProposal": BULK_MS,
  "reconciliation.closeDay": BULK_MS,
};
