import "server-only";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { disputeEvidence, disputes } from "@/lib/server/db/schema/dispute";

/** Database row of a dispute that a provider reported. */
export type DisputeRecord = typeof disputes.$inferSelect;

/** Record type of disputes in audit rows and approvals. */
export const DISPUTE_RECORD_TYPE = "dispute" as const;

/** Returns the reference (type, id and name) to a dispute for audit rows. */
export const disputeRecordRef = ({ id, reference }: Pick<DisputeRecord, "id" | "reference">) => ({
  type: DISPUTE_RECORD_TYPE,
  id,
  name: reference,
});

/** Locks a dispute until the transaction ends. @returns undefined for an unknown id */
export async function lockDispute(tx: Transaction, id: string): Promise<DisputeRecord | undefined> {
  const [found] = await tx.select().from(disputes).where(eq(disputes.id, id)).for("update");
  return found;
}

/** True if the provider waits for our answer, and no answer is stored. */
export const isUnanswered = ({ state, answer }: Pick<DisputeRecord, "state" | "answer">) =>
  state === "needs_answer" && answer === null;

/** SQL condition: the provider waits for our answer, and no answer is stored. */
export const isUnansweredRow = (): SQL | undefined => and(eq(disputes.state, "needs_answer"), isNull(disputes.answer));

/** SQL: false for disputes that need an answer, so that they are sorted first. */
export const isAnsweredSql = sql<boolean>`(not (${disputes.state} = 'needs_answer' and ${disputes.answer} is null))`;

/** Reads the evidence of a dispute, oldest first. */
export const readDisputeEvidence = (tx: Pick<Transaction, "select">, disputeId: string) =>
  tx
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.disputeId, disputeId))
    .orderBy(asc(disputeEvidence.addedAt), asc(disputeEvidence.id));
