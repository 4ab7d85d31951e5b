import "server-only";
import type { routes } from "@/lib/contract/routes";

type Routes = typeof routes;
/** A call's name, as the audit trail has it. */
export type CallName = { [Group in keyof Routes]: `${Group}.${keyof Routes[Group] & string}` }[keyof Routes];

/** As long as a statement may take (db/client.ts), with what comes before and after. */
const LONG = 15_000;
/** Thousands of rows in one transaction, as many statements. */
const BULK = 60_000;

/**
 * Calls that may wait longer for the database than others (db/call-time.ts), in ms, since their work grows with what they
 * are asked for. What is read by sums over payments is allowed where the sums are made (user/sum-spending.ts), pages of an
 * export where they are read (exports/stream.ts).
 */
export const LONG_CALLS: { [call in CallName]?: number } = {
  // The person says how long, at most 100 s; the last statement may take 120 more (ledger/verify-totals.ts).
  "systemWallet.verify": 240_000,
  "systemLogs.verify": LONG,
  // Half a million reports, or a year of them.
  "ireport.stats": LONG,
  "ireport.categories": LONG,
  // All tickets of an event, for a gate without a network.
  "event.gateList": LONG,
  "event.cancel": BULK,
  // 500 requests, each with its own change and row on record.
  "kyc.assignMatching": LONG,
  "appConfig.countAudience": LONG,
  "appConfig.sendBroadcast": LONG,
  // Files of thousands of texts, codes or people.
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
  // A payout batch may have 100,000 rows; the approval that begins it as well.
  "grant.decide": BULK,
  "grant.completeProgramme": BULK,
  "grant.createBatch": BULK,
  "grant.removeRows": BULK,
  "grant.submitBatch": BULK,
  "grant.cancelBatch": BULK,
  "grant.retryRows": BULK,
  "approvals.decide": BULK,
};
