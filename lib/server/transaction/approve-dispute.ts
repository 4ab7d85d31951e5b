import "server-only";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { lockTransactionRecord } from "./change-transaction";
import { performDisputeStep } from "./dispute";
import { disputeLossOfRequest } from "./disputes/loss";

/** Posts a lost dispute above the limit, in the transaction of the second admin's approval. */
export const approveDispute: ApprovalHandler = {
  lock: lockTransactionRecord,
  async approve(tx, approval, approverId) {
    const transaction = await lockTransactionRecord(tx, approval.recordId);
    if (!transaction) throw refuse.notFound("transaction");
    if (transaction.state !== "disputed")
      throw refuse.conflict("This transaction is not disputed any more. Reject the request.");
    const loss = disputeLossOfRequest(approval.payload);
    const lossStep = { state: "lost", reason: approval.reason, postedBy: approverId, loss } as const;
    const auditAfter = await performDisputeStep(tx, transaction, lossStep);
    return { before: { state: transaction.state }, after: auditAfter };
  },
};
