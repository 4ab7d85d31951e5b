import "server-only";
import { and, count, eq, inArray, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type FeatureAccess, grantsOf } from "@/lib/contract/access";
import type { ApprovalRow, approvals as contract } from "@/lib/contract/approvals";
import { APPROVAL_KINDS, type ApprovalKind, mayDecide, maySee } from "@/lib/contract/approvals.values";
import type { InputOf } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { isBarredFromBatch } from "@/lib/server/grant/batch-makers";
import { answerOf, cappedCount, orderOf } from "@/lib/server/lists/list";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { isWaiting } from "./awaiting";
import { dependenceOn } from "./independence";

type ListInput = InputOf<typeof contract.list>;
type Caller = { id: string; rights: readonly FeatureAccess[] };

const decider = alias(admins, "decider");

/**
 * What waits for me, oldest first; what I asked for or decided, newest first. Also of one's own only what one may still
 * see: anyone who has lost a feature reads of its records nowhere.
 */
export async function listApprovals(db: Queryable, input: ListInput, caller: Caller) {
  const view = input.view ?? "waiting";
  const where = and(
    view === "waiting"
      ? waitsFor(caller)
      : and(
          eq(view === "mine" ? approvals.requestedBy : approvals.decidedBy, caller.id),
          isOfKind((kind) => maySee(kind, caller.rights)),
        ),
    input.q ? sql`${approvals.recordName} ilike ${`%${input.q.trim().replace(/[\\%_]/g, "\\$&")}%`}` : undefined,
  );
  const order = input.sort ?? (view === "waiting" ? "requested_at" : "-requested_at");
  const rows = await selectApprovals(db)
    .where(where)
    .orderBy(orderOf(order, { requested_at: [approvals.requestedAt] }, approvals.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const total = await cappedCount(db, approvals, where);
  return answerOf(input, rows.map(toRow), total);
}

/** How many requests the caller can decide. */
export async function countWaiting(db: Queryable, caller: Caller): Promise<{ waiting: number }> {
  const [found] = await db.select({ count: count() }).from(approvals).where(waitsFor(caller));
  return { waiting: found?.count ?? 0 };
}

/** Requests of others that the caller's rights decide, but for those of admins who aren't independent and payouts that they had a hand in. */
function waitsFor(caller: Caller): SQL | undefined {
  return and(
    isWaiting(),
    isOfKind((kind) => mayDecide(kind, caller.rights)),
    sql`${approvals.furtherRights} <@ ${JSON.stringify(grantsOf(caller.rights))}::jsonb`,
    ne(approvals.requestedBy, caller.id),
    isNull(dependenceOn(caller.id)),
    not(isBarredFromBatch(caller.id)),
  );
}

/** `inArray` of nothing is false. */
const isOfKind = (fits: (kind: ApprovalKind) => boolean) => inArray(approvals.kind, APPROVAL_KINDS.filter(fits));

const selectApprovals = (db: Queryable) =>
  db
    .select({
      approval: approvals,
      by: admins,
      decider,
      expired: sql<boolean>`${approvals.state} = 'waiting' and ${approvals.expiresAt} <= now()`,
    })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.requestedBy))
    .leftJoin(decider, eq(decider.id, approvals.decidedBy))
    .$dynamic();

export async function approvalRow(db: Queryable, approvalId: string): Promise<ApprovalRow> {
  const [row] = await selectApprovals(db).where(eq(approvals.id, approvalId));
  if (!row) throw new Error(`Approval ${approvalId} vanished.`);
  return toRow(row);
}

function toRow({
  approval,
  by,
  decider: decidedBy,
  expired,
}: Awaited<ReturnType<typeof selectApprovals>>[number]): ApprovalRow {
  return {
    approvalId: approval.id,
    kind: approval.kind,
    record: { type: approval.recordType, id: approval.recordId, name: approval.recordName },
    change: approval.change,
    reason: approval.reason,
    state: expired ? "expired" : approval.state,
    requested_by: adminRefOf(by),
    requested_at: approval.requestedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_by: decidedBy && adminRefOf(decidedBy),
    decided_at: approval.decidedAt?.toISOString() ?? null,
    decision_reason: approval.decisionReason,
    version: approval.version,
  };
}
