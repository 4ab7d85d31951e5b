import { z } from "zod";
import { id, text, version } from "./common";
import { ACCOUNT_DECISIONS, TRANSACTION_REASON_MAX } from "./transaction.values";

/** Reason that an admin gives for a change of a transaction. */
export const reason = text(TRANSACTION_REASON_MAX, 3);

/** Account name at the bank, compared before a payout. The payout waits while the names differ and `decision` is null. */
export const accountCheck = z.object({
  name_at_bank: z.string(),
  expected: z.string(),
  is_equal: z.boolean(),
  decision: z.enum(ACCOUNT_DECISIONS).nullable(),
});

/** Input that decides a payout whose account has another name at the bank. */
export const accountDecision = z.strictObject({
  transactionId: id,
  version,
  decision: z.enum(ACCOUNT_DECISIONS, {
    error: ({ input }) => (input ? "Use send or return." : "Choose what to do."),
  }),
  reason,
});
