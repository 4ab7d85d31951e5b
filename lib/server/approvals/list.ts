import "server-only";
import { and, count, eq, inArray, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type FeatureAccess, toRightList } from "@/lib/contract/access";
import type { ApprovalRow, approvalCalls as contract } from "@/lib/contract/approvals";
import {
  APPROVAL_KINDS,
  APPROVAL_LIST,
  type ApprovalKind,
  mayDecideApproval,
  maySeeApproval,
} from "@/lib/contract/approvals.values";
import type { InputOf } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { isBarredFromBatch } from "@/lib/server/grant/batch-authors";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { containsText } from "@/lib/server/lists/search-terms";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { fourEyesConflictColumn } from "./independence";
import { isWaitingApprovalSql } from "./waiting-requests";

type ListInput = InputOf<typeof contract.list>;
type Caller = { id: string; rights: readonly FeatureAccess[] };

const decider = alias(admins, "decider");

/**
 * Lists requests that the caller can decide, oldest first, or requests that the caller made or decided, newest first. Omits kinds for which
 * the caller has no rights any more, even the caller's own requests.
 */
export async function listApprovals(db: Queryable, input: ListInput, caller: Caller) {
  const view = input.view ?? "waiting";
  const matching = and(
    view === "waiting"
      ? isDecidableBySql(caller)
      : and(
          eq(view === "mine" ? approvals.requestedBy : approvals.decidedBy, caller.id),
          kindSql((kind) => maySeeApproval(kind, caller.rights)),
        ),
    containsText(approvals.recordName, input.q),
  );
  const where = and(matching, hasArrivedBy(approvals.requestedAt, input.until));
  const sort = input.sort ?? (view === "waiting" ? "requested_at" : "-requested_at");
  const rows = await selectApprovals(db)
    .where(where)
    .orderBy(orderByClause(sort, { requested_at: [approvals.requestedAt] }, approvals.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const total = await countUpToCap(db, approvals, where);
  const items = rows.map(toRow);
  const arrivals = { table: approvals, at: approvals.requestedAt, where: () => matching };
  return {
    ...toPagedList(input, items, total),
    ...(await readListWindow(db, APPROVAL_LIST, { ...input, sort }, items, arrivals)),
  };
}

/** Returns how many requests the caller can decide. */
export async function countWaitingApprovals(db: Queryable, caller: Caller): Promise<{ waiting: number }> {
  const [found] = await db.select({ count: count() }).from(approvals).where(isDecidableBySql(caller));
  return { waiting: found?.count ?? 0 };
}

/**
 * SQL condition: requests that the caller may decide. Excludes requesters not independent of the caller, and payout batches the caller
 * edited.
 */
export function isDecidableBySql(caller: Caller): SQL | undefined {
  return and(
    isWaitingApprovalSql(),
    kindSql((kind) => mayDecideApproval(kind, caller.rights)),
    sql`${approvals.furtherRights} <@ ${JSON.stringify(toRightList(caller.rights))}::jsonb`,
    ne(approvals.requestedBy, caller.id),
    isNull(fourEyesConflictColumn(caller.id)),
    not(isBarredFromBatch(caller.id)),
  );
}

/** SQL condition: the request is of a kind for which `matches` returns true. */
const kindSql = (matches: (kind: ApprovalKind) => boolean) => inArray(approvals.kind, APPROVAL_KINDS.filter(matches));

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

/** Reads one approval request as a row of the list. */
export async function readApprovalRow(db: Queryable, approvalId: string): Promise<ApprovalRow> {
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
    requested_by: toAdminRef(by),
    requested_at: approval.requestedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_by: decidedBy && toAdminRef(decidedBy),
    decided_at: approval.decidedAt?.toISOString() ?? null,
    decision_reason: approval.decisionReason,
    version: approval.version,
  };
}
