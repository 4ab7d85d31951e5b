import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { FEATURES, FLAGS } from "@/lib/contract/access";
import type { Awaiting } from "@/lib/contract/approvals";
import { APPROVAL_RULES, type ApprovalKind } from "@/lib/contract/approvals.values";
import type { RecordType } from "@/lib/contract/records";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { adminsHolding } from "@/lib/server/rp/read-rights";

/** Undecided and in time. */
export const isWaiting = () => and(eq(approvals.state, "waiting"), gt(approvals.expiresAt, sql`now()`));

/** What waits for approval about these records, for the records themselves to say so. */
export async function awaitingOf(
  db: Queryable,
  recordType: RecordType,
  ids: readonly string[],
): Promise<Map<string, Awaiting>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ approval: approvals, by: admins })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.requestedBy))
    .where(and(isWaiting(), eq(approvals.recordType, recordType), inArray(approvals.recordId, [...ids])));
  const found = new Map<string, Awaiting>();
  for (const { approval, by } of rows)
    found.set(approval.recordId, {
      approvalId: approval.id,
      change: approval.change,
      requested_by: { id: by.id, name: fullName(by) },
      requested_at: approval.requestedAt.toISOString(),
      expires_at: approval.expiresAt.toISOString(),
      approvers: (await approversOf(db, approval.kind)).filter(({ id }) => id !== by.id),
    });
  return found;
}

/** Active admins who decide requests of this kind, each but their own. */
function approversOf(db: Queryable, kind: ApprovalKind) {
  const { feature, full } = APPROVAL_RULES[kind];
  return adminsHolding(
    db,
    full
      ? FEATURES.flatMap((each) => FLAGS.map((flag) => ({ feature: each, flag })))
      : [{ feature, flag: "approve" as const }],
  );
}

/**
 * @param current the record as it is now, for anyone who is refused
 * @throws 409 with it while a change of the record waits: what is approved has to be what was asked for
 */
export async function refuseWhileAwaiting(
  db: Queryable,
  recordType: RecordType,
  recordId: string,
  current: () => Promise<unknown>,
): Promise<void> {
  const waiting = (await awaitingOf(db, recordType, [recordId])).get(recordId);
  if (!waiting) return;
  throw refuse.conflict(
    `A change already waits for approval (${waiting.change}; asked for by ${waiting.requested_by.name}). Have it decided or cancelled first.`,
    await current(),
  );
}
