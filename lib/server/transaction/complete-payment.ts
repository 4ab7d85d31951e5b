import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { ussdBankCode } from "@/lib/contract/transaction.app";
import type { Database } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { beginPaymentAtProvider } from "./begin-at-provider";
import { toOwnTransaction } from "./own-transaction";

const bankInput = z.object({ ussd_bank_code: ussdBankCode });

/** Returns the USSD bank code from a call's input, which the call has already validated. */
export const ussdBankOf = (input: unknown) => bankInput.safeParse(input).data?.ussd_bank_code;

/**
 * Begins a committed payment at its provider, and returns the payment with its checkout. A retry of the same request returns the payment's
 * current state.
 */
export async function beginPaymentAfterCommit(db: Database, output: unknown, input: unknown): Promise<unknown> {
  const { data: payment } = z.object({ id: z.string() }).safeParse(output);
  if (!payment) return output;
  await beginPaymentAtProvider(db, payment.id, ussdBankOf(input));
  const [row] = await db.select().from(transactions).where(eq(transactions.id, payment.id));
  return row ? toOwnTransaction(db, row, row.userId) : output;
}
