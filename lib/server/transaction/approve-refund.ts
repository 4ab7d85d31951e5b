import "server-only";
import { z } from "zod";
import { formatMoney } from "@/lib/format";
import type { ApprovalHandler } from "@/lib/server/approvals/handler";
import { refuse } from "@/lib/server/errors";
import { giveBack } from "./refund";
import { lockTransaction } from "./settle";

const payload = z.object({ amount: z.int().min(1) });

/** A refund above the limit that somebody else approves: given back in the transaction of the decision. */
export const approveRefund: ApprovalHandler = {
  lock: lockTransaction,
  async approve(tx, approval, approverId) {
    const { amount } = payload.parse(approval.payload);
    const transaction = await lockTransaction(tx, approval.recordId);
    if (!transaction) throw refuse.notFound("transaction");
    const after = await giveBack(tx, transaction, { amount, postedBy: approverId });
    return {
      before: { state: transaction.state, refunded: formatMoney(transaction.refundedAmount) },
      after: { state: after.state, refunded: formatMoney(after.refundedAmount) },
    };
  },
};
