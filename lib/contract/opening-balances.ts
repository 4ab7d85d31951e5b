import { z } from "zod";
import { awaiting } from "./approvals";
import { declare, id, instant, nothing, text, wholeList } from "./common";
import { kobo } from "./money";
import { timelineEntry } from "./system-logs";
import { systemWalletRoutes as routes } from "./system-wallet.routes";
import { NOTE_MAX, OPENING_BALANCE_STATES } from "./system-wallet.values";

/** Lines of a file, and kobo that they come to. */
const sum = z.object({ lines: z.int(), amount: z.int() });

const openingBalanceFile = sum.extend({
  id: z.string(),
  file_name: z.string(),
  /** The app whose ids of citizens the file has. */
  app: z.string(),
  state: z.enum(OPENING_BALANCE_STATES),
  stored_at: instant,
  /** Lines of the file with a balance of zero; they are among no other count. */
  zeros: z.int(),
  posted: sum,
  /** Of those that were posted, the ones whose ledger entry was taken back. */
  reversed: sum,
  skipped: sum.extend({
    /** Why the first of them were not posted, a sentence each. */
    reasons: z.array(z.string()),
  }),
  /** The request that a second admin has to decide. */
  awaiting: awaiting.nullable(),
  timeline: z.array(timelineEntry),
});
export type OpeningBalanceFile = z.infer<typeof openingBalanceFile>;

/** Requests the posting of a file; `amount` is the sum that the admin read from the file's source. */
export const openingBalancesPosting = z.strictObject({ balanceFileId: id, amount: kobo, reason: text(NOTE_MAX, 3) });

/** Calls of the system wallet about opening balances. */
export const openingBalancesCalls = {
  openingBalances: declare(routes.openingBalances, {
    summary: "Files of opening balances, the newest first",
    input: nothing,
    output: wholeList(openingBalanceFile),
  }),
  postOpeningBalances: declare(routes.postOpeningBalances, {
    summary: "Ask for a file of opening balances to be posted; another admin approves",
    done: "Requested the posting of a file of opening balances",
    input: openingBalancesPosting,
    output: openingBalanceFile,
  }),
  deleteOpeningBalances: declare(routes.deleteOpeningBalances, {
    summary: "Delete a file of opening balances whose posting is not requested",
    done: "Deleted a file of opening balances",
    input: z.strictObject({ balanceFileId: id }),
    output: z.object({ deleted: z.int() }),
  }),
};
