import "server-only";
import { eq } from "drizzle-orm";
import { DISPUTE_LABELS } from "@/lib/contract/dispute.values";
import { formatDateTime, formatMoney, titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { disputes } from "@/lib/server/db/schema/dispute";
import { readDisputedPayment } from "./dispute-single";

/** Shows an approver the claim and the payment. The answer itself posts nothing: the loss is recorded once the bank has decided. */
export const disputeAnswerPreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [dispute] = await db.select().from(disputes).where(eq(disputes.id, recordId));
    if (!dispute) throw refuse.notFound("dispute");
    const payment = await readDisputedPayment(db, dispute.transactionId);
    return {
      "State of the dispute": DISPUTE_LABELS[dispute.state] ?? dispute.state,
      Claimed: formatMoney(dispute.amount),
      "Reason of the bank": dispute.reason || "None given",
      "Answer due": formatDateTime(dispute.dueAt.toISOString()),
      "State of the payment": payment ? titleCase(payment.state) : "Not known here",
    };
  },
};
