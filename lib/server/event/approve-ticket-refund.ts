import "server-only";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { readAdminNames } from "@/lib/server/transaction/approve-refund";
import { requestedByMessage } from "@/lib/server/transaction/refund";
import { ticketWithEvent } from "./change-ticket";
import { lockPaymentOf, postTicketRefund } from "./refund-ticket";

/** Refunds a ticket above the refund limit. Runs in the transaction of the second admin's approval. */
export const approveTicketRefund: ApprovalHandler = {
  lock: lockPaymentOf,
  async approve(tx, approval, approverId) {
    const payment = await lockPaymentOf(tx, approval.recordId);
    const { ticket } = await ticketWithEvent(tx, approval.recordId);
    if (!payment || ticket.state !== "valid")
      throw refuse.conflict("This ticket is no longer valid, so it can't be refunded. Reject the request.");
    const names = await readAdminNames(tx, [approval.requestedBy, approverId]);
    const after = await postTicketRefund(
      tx,
      { ticket, payment },
      {
        postedBy: approverId,
        reason: approval.reason,
        firstEvents: [
          {
            kind: "request",
            at: approval.requestedAt,
            message: requestedByMessage(names(approval.requestedBy), approval.reason),
          },
          { kind: "approval", message: `Approved by ${names(approverId)}` },
        ],
      },
    );
    return { before: { state: ticket.state }, after };
  },
};
