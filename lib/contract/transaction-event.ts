import { z } from "zod";
import { instant } from "./common";
import { TRANSACTION_STATES } from "./transaction.values";

/** Event in a transaction's history. */
export const transactionEvent = z.object({
  id: z.string(),
  at: instant,
  kind: z.string(),
  from_state: z.enum(TRANSACTION_STATES).nullable(),
  to_state: z.enum(TRANSACTION_STATES).nullable(),
  message: z.string(),
  /** Fields of the provider's message, without account data. */
  raw: z.record(z.string(), z.string()).nullable(),
});
export type TransactionEvent = z.infer<typeof transactionEvent>;
