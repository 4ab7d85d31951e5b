import "server-only";
import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { refuse } from "@/lib/server/errors";
import type { Approval } from "./handler";

/** A request that nobody decided for so long says nothing any more. */
const LIFE_DAYS = 7;

type Request = {
  kind: ApprovalKind;
  record: { type: string; id: string; name: string };
  /** What will be done, in words for whoever decides. */
  change: string;
  payload: Record<string, unknown>;
  requestedBy: string;
  reason: string;
};

/**
 * Keeps a change until somebody else decides it. The caller's audit row says that it waits.
 * @throws 409 when a change of this kind already waits for the record.
 */
export async function requestApproval(tx: Transaction, request: Request): Promise<Approval> {
  const { record, ...rest } = request;
  await expireApprovals(tx, and(eq(approvals.kind, request.kind), eq(approvals.recordId, record.id)));
  const [approval] = await tx
    .insert(approvals)
    .values({
      id: uuid(),
      ...rest,
      recordType: record.type,
      recordId: record.id,
      recordName: record.name,
      expiresAt: new Date(Date.now() + LIFE_DAYS * 86_400_000),
    })
    .onConflictDoNothing()
    .returning();
  if (!approval) throw refuse.conflict(`A change of ${record.name} already waits for approval.`);
  return approval;
}

/** Writes down what time has decided; run now and then (see start.ts) and before a new request for the same record. */
export async function expireApprovals(db: Queryable, which?: SQL): Promise<void> {
  await db
    .update(approvals)
    .set({ state: "expired", version: sql`${approvals.version} + 1` })
    .where(and(eq(approvals.state, "waiting"), lte(approvals.expiresAt, sql`now()`), which));
}

/** Withdraws what waits: of an admin who is shut out, or about a record that is gone. */
export async function cancelRequestsOf(
  tx: Transaction,
  of: { requestedBy: string } | { recordType: string; recordId: string },
): Promise<void> {
  const which =
    "requestedBy" in of
      ? eq(approvals.requestedBy, of.requestedBy)
      : and(eq(approvals.recordType, of.recordType), eq(approvals.recordId, of.recordId));
  await tx
    .update(approvals)
    .set({ state: "cancelled", decidedAt: new Date(), version: sql`${approvals.version} + 1` })
    .where(and(eq(approvals.state, "waiting"), which));
}
