import "server-only";
import type { InputOf } from "@/lib/contract/common";
import { DISPUTE_LABELS, disputeOutcomeOf } from "@/lib/contract/dispute.values";
import type { transactionCalls as contract } from "@/lib/contract/transaction";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { disputes } from "@/lib/server/db/schema/dispute";
import { lockExpectedVersion } from "@/lib/server/records/version";
import { lockTransactionRecord } from "@/lib/server/transaction/change-transaction";
import { disputeTransaction } from "@/lib/server/transaction/dispute";
import { disputeRecordRef } from "./dispute-record";
import { readDisputeDetails } from "./dispute-single";

/**
 * Records on the payment how the bank decided, by the same rules as an outcome that an admin enters (transaction/dispute.ts).
 * @throws 404; 409 if the dispute has changed, is not decided, or the payment is not disputed; errors of `disputeTransaction`
 */
export async function recordDisputeOutcome(
  context: WriteContext,
  { disputeId, version }: InputOf<typeof contract.recordDisputeOutcome>,
) {
  const { tx } = context;
  const current = () => readDisputeDetails(tx, disputeId);
  const { transaction_id: transactionId } = await current();
  // Locks the payment before the dispute, as the task that reads disputes does.
  const payment = transactionId ? await lockTransactionRecord(tx, transactionId) : undefined;
  const dispute = await lockExpectedVersion(tx, disputes, { id: disputeId, version }, { noun: "dispute", current });
  const outcome = dispute.state === "resolved" ? disputeOutcomeOf(dispute.resolution) : null;
  if (!outcome) throw refuse.conflict("The provider does not report an outcome of this dispute.", await current());
  if (payment?.state !== "disputed")
    throw refuse.conflict("The payment is not disputed, so no outcome can be recorded.", await current());
  const reason = `The bank decided: ${outcome} (${dispute.resolution}). Dispute ${dispute.providerDisputeId} at ${DISPUTE_LABELS[dispute.provider]}.`;
  context.audit({ record: disputeRecordRef(dispute), after: { recorded: outcome } });
  await disputeTransaction(context, { transactionId: payment.id, version: payment.version, state: outcome, reason });
  return current();
}
