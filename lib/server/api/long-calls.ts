import "server-only";
import type { routes } from "@/lib/contract/routes";

type Routes = typeof routes;
/** A call's name as in the audit trail, such as `kyc.decide`. */
export type CallName = { [Group in keyof Routes]: `${Group}.${keyof Routes[Group] & string}` }[keyof Routes];

/** Limit in ms: the time limit of one statement (db/client.ts) plus the work around it. */
const LONG = 15_000;
/** Limit in ms for thousands of rows in one transaction, with as many statements. */
const BULK = 60_000;

/**
 * Calls that may wait longer for the database than others (db/call-time.ts), in ms, because their work grows with their
 * input. Two limits are set elsewhere: sums over payments in user/sum-spending.ts, pages of an export in exports/stream.ts.
 */
export const LONG_CALLS: { [call in CallName]?: number } = {
  // The admin chooses the duration, at most 100 s; the last statement may take 120 s more (ledger/verify-totals.ts).
  "systemWallet.verify": 240_000,
  "systemLogs.verify": LONG,
  // Aggregates up to half a million reports, or one year.
  "ireport.stats": LONG,
  "ireport.categories": LONG,
  // Returns all tickets of an event, for check-in without a network.
  "event.gateList": LONG,
  "event.cancel": BULK,
  // Up to 500 requests, each with its own change and audit row.
  "kyc.assignMatching": LONG,
  "appConfig.countAudience": LONG,
  "appConfig.sendBroadcast": LONG,
  // Files with thousands of texts, codes or people.
  "appConfig.saveTexts": BULK,
  "appConfig.previewImport": BULK,
  "appConfig.importTexts": BULK,
  "appConfig.exportTexts": BULK,
  "promotion.addCodes": BULK,
  "promotion.generateCodes": BULK,
  "user.checkNewMembers": BULK,
  "user.checkMembers": BULK,
  "user.createGroup": BULK,
  "user.addMembers": BULK,
  "user.deleteGroup": BULK,
  // A file may have a million lines.
  "systemWallet.deleteOpeningBalances": BULK,
  // A payout batch may have 100,000 rows, and so may the approval that starts it.
  "grant.decide": BULK,
  "grant.completeProgramme": BULK,
  "grant.createBatch": BULK,
  "grant.removeRows": BULK,
  "grant.submitBatch": BULK,
  "grant.cancelBatch": BULK,
  "grant.retryRows": BULK,
  "approvals.decide": BULK,
};
