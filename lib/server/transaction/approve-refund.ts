import "server-only";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { lockTransactionRecord } from "./change-transaction";
import { makeRefund, requestedByMessage } from "./refund";

const payload = z.object({ amount: z.int().min(1) });

/** Makes a refund above the limit, in the transaction of the second admin's approval. */
export const approveRefund: ApprovalHandler = {
  lock: lockTransactionRecord,
  async approve(tx, approval, approverId) {
    const { amount } = payload.parse(approval.payload);
    const transaction = await lockTransactionRecord(tx, approval.recordId);
    if (!transaction) throw refuse.notFound("transaction");
    const names = await readAdminNames(tx, [approval.requestedBy, approverId]);
    const { auditValues } = await makeRefund(tx, transaction, {
      amount,
      postedBy: approverId,
      firstEvents: [
        {
          kind: "request",
          at: approval.requestedAt,
          message: requestedByMessage(names(approval.requestedBy), approval.reason),
        },
        { kind: "approval", message: `Approved by ${names(approverId)}` },
      ],
      reason: approval.reason,
    });
    return {
      before: { state: transaction.state, refunded: formatMoney(transaction.refundedAmount) },
      after: auditValues,
    };
  },
};

/** Returns a lookup of admins' full names by id. */
export async function readAdminNames(tx: Transaction, ids: string[]) {
  const adminRows = await tx.select().from(admins).where(inArray(admins.id, ids));
  const names = new Map(adminRows.map((admin) => [admin.id, fullName(admin)]));
  return (id: string) => names.get(id) ?? "somebody";
}
