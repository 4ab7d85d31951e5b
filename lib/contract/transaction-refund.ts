import { z } from "zod";
import { id, version } from "./common";
import { transactionReason } from "./transaction-account";

/** A refund that the provider has refused for good; null for other transactions. */
export const refusedRefund = z.object({
  /** Kobo of the refund that were posted to suspense for the payer. */
  amount: z.int(),
  /** False once an admin has moved the refund's money from suspense, or has requested the move. */
  can_retry: z.boolean(),
});

/** Input that retries a refund that the provider has refused. */
export const refundRetry = z.strictObject({ transactionId: id, version, reason: transactionReason });
