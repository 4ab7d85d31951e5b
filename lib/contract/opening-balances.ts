import { z } from "zod";
import { pendingApproval } from "./approvals";
import { endpoint, id, instant, listOf, noInput, text } from "./common";
import { kobo } from "./money";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import { MOVEMENT_NOTE_MAX, OPENING_BALANCE_STATES } from "./system-wallet.values";

/** Number of lines in a file, and their total in kobo. */
const fileTotals = z.object({ lines: z.int(), amount: z.int() });

const openingBalanceFile = fileTotals.extend({
  id: z.string(),
  file_name: z.string(),
  /** Name of the app that issued the citizens' ids in the file. */
  app: z.string(),
  state: z.enum(OPENING_BALANCE_STATES),
  stored_at: instant,
  /** Lines with a zero balance, not included in the other counts. */
  zeros: z.int(),
  posted: fileTotals,
  /** Posted lines whose ledger entry was reversed. */
  reversed: fileTotals,
  skipped: fileTotals.extend({
    /** Reasons for the first skipped lines, one sentence each. */
    reasons: z.array(z.string()),
  }),
  /** The pending approval request to post the file. */
  awaiting: pendingApproval.nullable(),
  timeline: z.array(timelineEntry),
});
export type OpeningBalanceFile = z.infer<typeof openingBalanceFile>;

/**
 * Requests the posting of a file. `amount`: total in kobo that the admin read in the file's source; refused if the file's lines have
 * another total.
 */
export const openingBalancesPosting = z.strictObject({
  balanceFileId: id,
  amount: kobo,
  reason: text(MOVEMENT_NOTE_MAX, 3),
});

/** Calls of the system wallet module for opening balances. */
export const openingBalancesCalls = {
  openingBalances: endpoint(routes.openingBalances, {
    summary: "Files of opening balances, newest first",
    input: noInput,
    output: listOf(openingBalanceFile),
  }),
  postOpeningBalances: endpoint(routes.postOpeningBalances, {
    summary: "Request the posting of a file of opening balances; another admin approves",
    done: "Requested the posting of a file of opening balances",
    input: openingBalancesPosting,
    output: openingBalanceFile,
  }),
  deleteOpeningBalances: endpoint(routes.deleteOpeningBalances, {
    summary: "Delete a file of opening balances whose posting is not requested",
    done: "Deleted a file of opening balances",
    input: z.strictObject({ balanceFileId: id }),
    output: z.object({ deleted: z.int() }),
  }),
};
