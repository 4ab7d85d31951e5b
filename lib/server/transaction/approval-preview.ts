import "server-only";
import { eq, inArray } from "drizzle-orm";
import { formatMoney, titleCase } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalDetails, ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import type { Queryable } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { currentUserStatus } from "@/lib/server/user/status";
import { disputeLossOfRequest } from "./disputes/loss";
import { disputeLossPostings, refundPostings } from "./postings";

type PaymentRecord = typeof transactions.$inferSelect;

/** Shows an approver the postings of a refund above the limit, and the state of payment and accounts. */
export const refundPreview: ApprovalPreview = {
  async moves(db, { recordId, payload }) {
    return { postings: refundPostings(await readPaymentOfApproval(db, recordId), Number(payload.amount)) };
  },
  basis: async (db, { recordId }) => paymentDecisionFacts(db, await readPaymentOfApproval(db, recordId)),
};

/** Shows an approver the postings of a dispute to be recorded as lost, and the state of payment and accounts. */
export const disputePreview: ApprovalPreview = {
  async moves(db, { recordId, payload }) {
    return { postings: disputeLossPostings(await readPaymentOfApproval(db, recordId), disputeLossOfRequest(payload)) };
  },
  basis: async (db, { recordId }) => paymentDecisionFacts(db, await readPaymentOfApproval(db, recordId)),
};

/** Returns the payment that a request for approval is about. @throws 404 */
export async function readPaymentOfApproval(db: Queryable, id: string): Promise<PaymentRecord> {
  const [payment] = await db.select().from(transactions).where(eq(transactions.id, id));
  if (!payment) throw refuse.notFound("transaction");
  return payment;
}

/** Returns the facts that the approver has to know: the payment's state, and the account status of the citizens concerned. */
export async function paymentDecisionFacts(
  db: Queryable,
  { state, refundedAmount, userId, counterpartyId }: PaymentRecord,
): Promise<ApprovalDetails> {
  const people = await db
    .select()
    .from(users)
    .where(inArray(users.id, counterpartyId ? [userId, counterpartyId] : [userId]));
  return {
    "State of the payment": titleCase(state),
    "Refunded before": formatMoney(refundedAmount),
    ...Object.fromEntries(people.map((user) => [`Account of ${fullName(user)}`, currentUserStatus(user)])),
  };
}
