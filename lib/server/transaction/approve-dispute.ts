import "server-only";
import type { ApprovalHandler } from "@/lib/server/approvals/handler";
import { refuse } from "@/lib/server/errors";
import { stepDispute } from "./dispute";
import { lockTransaction } from "./settle";

/** A lost dispute above the limit that somebody else approves: booked in the transaction of the decision. */
export const approveDispute: ApprovalHandler = {
  lock: lockTransaction,
  async approve(tx, approval, approverId) {
    const transaction = await lockTransaction(tx, approval.recordId);
    if (!transaction) throw refuse.notFound("transaction");
    if (transaction.state !== "disputed")
      throw refuse.conflict("This transaction is not disputed any more. Reject the request.");
    const lost = { state: "lost", reason: approval.reason, postedBy: approverId } as const;
    const after = await stepDispute(tx, transaction, lost);
    return { before: { state: transaction.state }, after };
  },
};
