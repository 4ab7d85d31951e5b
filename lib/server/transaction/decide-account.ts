import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { payoutAccountDecision } from "@/lib/contract/transaction-account";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { accountNameChecks } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactionEvents } from "@/lib/server/db/schema/transaction";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { isOpenState, lockTransactionRecord, transactionRecordRef } from "./change-transaction";
import { processProviderReport } from "./process-report";
import { queuePayouts } from "./send-payout";
import { readTransactionDetails } from "./single";

const RETURNED_MESSAGE = "Not sent: the account has another name at the bank";

/**
 * Decides on a payout whose account has another name at the bank: sends it, or fails it and releases its money.
 * @throws 404; 409 if the payout has changed, does not wait for a decision, or ended
 */
export async function decidePayoutAccountName(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof payoutAccountDecision>,
) {
  const payment = await lockTransactionRecord(tx, input.transactionId);
  if (!payment) throw refuse.notFound("transaction");
  const current = () => readTransactionDetails(tx, payment.id);
  await rejectStaleVersion("transaction", payment, input.version, current);
  const [nameCheck] = await tx
    .select()
    .from(accountNameChecks)
    .where(eq(accountNameChecks.transactionId, payment.id))
    .for("update");
  if (!nameCheck || nameCheck.isEqual || nameCheck.decision || !isOpenState(payment.state))
    throw refuse.conflict("This transaction does not wait for a decision about its account.", await current());
  const { decision, reason } = input;
  await tx
    .update(accountNameChecks)
    .set({ decision, decidedBy: admin.id, decidedAt: new Date() })
    .where(eq(accountNameChecks.transactionId, payment.id));
  const record = transactionRecordRef(payment);
  const after = { account_name: decision === "send" ? "accepted" : "not accepted", reason };
  if (decision === "return") {
    const { reference, providerReference } = payment;
    const report = { reference, state: "failed", providerReference, message: RETURNED_MESSAGE, raw: {} } as const;
    for (const entry of await processProviderReport(tx, payment, report, { kind: "attempt" }, after)) audit(entry);
    return current();
  }
  const [method] = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.id, payment.methodId ?? payment.id));
  if (!method) throw new Error(`Payout ${payment.id} has no payment method.`);
  const [row] = await tx.select().from(grantBatchRows).where(eq(grantBatchRows.transactionId, payment.id));
  const message = "An admin accepts the account's name at the bank. It is sent.";
  await tx.insert(transactionEvents).values({ transactionId: payment.id, kind: "attempt", message });
  await queuePayouts(tx, [
    { transactionId: payment.id, provider: method.provider, ...(row && { applicationId: row.applicationId }) },
  ]);
  audit({ record, after });
  return current();
}
