import "server-only";
import { z } from "zod";
import { DISPUTE_LABELS } from "@/lib/contract/dispute.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { disputeAnswerObstacle, storeDisputeAnswer } from "./answer-dispute";
import { lockDispute } from "./dispute-record";

const payload = z.object({ amount: z.int().min(1) });

/** Accepts a dispute above the limit, in the transaction of the second admin's approval. */
export const approveDisputeAnswer: ApprovalHandler = {
  lock: lockDispute,
  async approve(tx, approval) {
    const { amount } = payload.parse(approval.payload);
    const dispute = await lockDispute(tx, approval.recordId);
    if (!dispute) throw refuse.notFound("dispute");
    const obstacle = disputeAnswerObstacle(dispute);
    if (obstacle) throw refuse.conflict(`${obstacle} Reject the request.`);
    if (amount > dispute.amount)
      throw refuse.conflict(`Only ${formatMoney(dispute.amount)} are claimed now. Reject the request.`);
    const { reason: message, requestedBy: answeredBy } = approval;
    await storeDisputeAnswer(tx, dispute, { answer: "accept", amount, message, answeredBy });
    return { after: { answer: DISPUTE_LABELS.accept, given_back: formatMoney(amount), message } };
  },
};
