import { z } from "zod";
import { id, text, version } from "./common";
import { PAYOUT_ACCOUNT_DECISIONS, TRANSACTION_REASON_MAX } from "./transaction.values";

/** Reason that an admin gives for a change of a transaction. */
export const transactionReason = text(TRANSACTION_REASON_MAX, 3);

/** Account holder's name at the bank, compared with ours before a payout. While they differ, the payout waits for `decision`. */
export const payoutAccountCheck = z.object({
  name_at_bank: z.string(),
  expected: z.string(),
  is_equal: z.boolean(),
  decision: z.enum(PAYOUT_ACCOUNT_DECISIONS).nullable(),
});

/** Input that decides a payout whose account has another name at the bank. */
export const payoutAccountDecision = z.strictObject({
  transactionId: id,
  version,
  decision: z.enum(PAYOUT_ACCOUNT_DECISIONS, {
    error: ({ input }) => (input ? "Use send or return." : "Choose what to do."),
  }),
  reason: transactionReason,
});
