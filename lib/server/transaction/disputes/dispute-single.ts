import "server-only";
import { asc, desc, eq } from "drizzle-orm";
import type { DisputeDetails } from "@/lib/contract/dispute";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { formatDateTime, formatMoney, titleCase } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalOfKind, waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { disputeEvidence, disputes } from "@/lib/server/db/schema/dispute";
import { files } from "@/lib/server/db/schema/file";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { DISPUTE_RECORD_TYPE, isUnanswered } from "./dispute-record";
import { selectDisputes, toDisputeRow } from "./list-disputes";

/** Returns one dispute with everything on its page. @throws 404 */
export async function readDisputeDetails(db: Queryable, id: string): Promise<DisputeDetails> {
  const [row] = await selectDisputes(db).where(eq(disputes.id, id));
  if (!row) throw refuse.notFound("dispute");
  const { dispute } = row;
  const listRow = toDisputeRow(row);
  const payment = await readDisputedPayment(db, dispute.transactionId);
  const evidence = await db
    .select({ evidence: disputeEvidence, contentType: files.contentType, by: admins })
    .from(disputeEvidence)
    .innerJoin(admins, eq(admins.id, disputeEvidence.addedBy))
    .leftJoin(files, eq(files.id, disputeEvidence.fileId))
    .where(eq(disputeEvidence.disputeId, id))
    .orderBy(asc(disputeEvidence.addedAt), asc(disputeEvidence.id));
  const answeredBy = dispute.answeredBy ? await readAdmin(db, dispute.answeredBy) : null;
  const isLossWaiting = payment ? (await waitingApprovalOfKind(db, "transaction.dispute", payment.id)) !== null : false;
  return {
    ...listRow,
    message: dispute.message,
    answer_amount: dispute.answerAmount,
    answered_by: answeredBy,
    answered_at: dispute.answeredAt?.toISOString() ?? null,
    problem: dispute.problem,
    transaction_state: payment?.state ?? null,
    proof: payment && disputeProofOf(payment),
    evidence: evidence.map(({ evidence: each, contentType, by }) => ({
      id: each.id,
      text: each.text,
      file_name: each.fileName,
      content_type: contentType,
      added_by: { id: by.id, name: fullName(by) },
      added_at: each.addedAt.toISOString(),
    })),
    can_record: listRow.outcome !== null && payment?.state === "disputed" && !isLossWaiting,
    loss_awaits_approval: isLossWaiting,
    refund_limit: env().refundLimit,
    awaiting: (await waitingApprovalsOfRecords(db, DISPUTE_RECORD_TYPE, [id])).get(id) ?? null,
    fetched_at: dispute.fetchedAt.toISOString(),
    timeline: await readRecordTimeline(db, DISPUTE_RECORD_TYPE, id),
  };
}

async function readAdmin(db: Queryable, id: string) {
  const [admin] = await db.select().from(admins).where(eq(admins.id, id));
  return admin ? { id, name: fullName(admin) } : null;
}

type DisputedPayment = NonNullable<Awaited<ReturnType<typeof readDisputedPayment>>>;

/** Reads a disputed payment with its payer; null without an id. */
export async function readDisputedPayment(db: Queryable, id: string | null) {
  if (!id) return null;
  const [row] = await db
    .select({ payment: transactions, user: users })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, id));
  return row ? { ...row.payment, user: row.user } : null;
}

/** Describes the payer and what was delivered, as the provider sends it to the payer's bank. */
export function disputeProofOf({ user, ...payment }: DisputedPayment) {
  const paidAt = payment.completedAt ?? payment.createdAt;
  const kind = TRANSACTION_LABELS[payment.type] ?? titleCase(payment.type);
  const what = payment.description ? `${kind}: ${payment.description}` : kind;
  return {
    name: fullName(user),
    email: user.email ?? "",
    phone: user.phone,
    service: `${what}. ${formatMoney(payment.amount)} paid on ${formatDateTime(paidAt.toISOString())} (Lagos time), reference ${payment.reference}.`,
  };
}

/** Returns the disputes that providers report about a payment, newest first. */
export async function disputesOfPayment(db: Queryable, transactionId: string) {
  const rows = await db
    .select()
    .from(disputes)
    .where(eq(disputes.transactionId, transactionId))
    .orderBy(desc(disputes.openedAt), desc(disputes.id));
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    due_at: row.dueAt.toISOString(),
    needs_answer: isUnanswered(row),
  }));
}
