import "server-only";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { namesOf } from "@/lib/server/transaction/approve-refund";
import { askedBy } from "@/lib/server/transaction/refund";
import { ticketWithEvent } from "./change-ticket";
import { giveTicketBack, lockPaymentOf } from "./refund-ticket";

/** A ticket's refund above the limit that somebody else approves: given back in the transaction of the decision. */
export const approveTicketRefund: ApprovalHandler = {
  lock: lockPaymentOf,
  async approve(tx, approval, approverId) {
    const payment = await lockPaymentOf(tx, approval.recordId);
    const { ticket } = await ticketWithEvent(tx, approval.recordId);
    if (!payment || ticket.state !== "valid")
      throw refuse.conflict("This ticket is no longer valid, so it can't be refunded. Reject the request.");
    const names = await namesOf(tx, [approval.requestedBy, approverId]);
    const after = await giveTicketBack(
      tx,
      { ticket, payment },
      {
        postedBy: approverId,
        reason: approval.reason,
        story: [
          { kind: "request", at: approval.requestedAt, message: askedBy(names(approval.requestedBy), approval.reason) },
          { kind: "approval", message: `Approved by ${names(approverId)}` },
        ],
      },
    );
    return { before: { state: ticket.state }, after };
  },
};
