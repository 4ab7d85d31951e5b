import "server-only";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { lockTransaction } from "./change-transaction";
import { askedBy, giveBack } from "./refund";

const payload = z.object({ amount: z.int().min(1) });

/** A refund above the limit that somebody else approves: given back in the transaction of the decision. */
export const approveRefund: ApprovalHandler = {
  lock: lockTransaction,
  async approve(tx, approval, approverId) {
    const { amount } = payload.parse(approval.payload);
    const transaction = await lockTransaction(tx, approval.recordId);
    if (!transaction) throw refuse.notFound("transaction");
    const names = await namesOf(tx, [approval.requestedBy, approverId]);
    const { said } = await giveBack(tx, transaction, {
      amount,
      postedBy: approverId,
      story: [
        { kind: "request", at: approval.requestedAt, message: askedBy(names(approval.requestedBy), approval.reason) },
        { kind: "approval", message: `Approved by ${names(approverId)}` },
      ],
      reason: approval.reason,
    });
    return {
      before: { state: transaction.state, refunded: formatMoney(transaction.refundedAmount) },
      after: said,
    };
  },
};

/** Full names of admins by their ids. */
export async function namesOf(tx: Transaction, ids: string[]) {
  const found = await tx.select().from(admins).where(inArray(admins.id, ids));
  const names = new Map(found.map((admin) => [admin.id, fullName(admin)]));
  return (id: string) => names.get(id) ?? "somebody";
}
