import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Awaiting } from "@/lib/contract/approvals";
import type { RecordType } from "@/lib/contract/records";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { adminsHolding } from "@/lib/server/rp/read-rights";
import type { Approval } from "./approval-handler";
import { decidingRightsOf, dependenceBetween, KEPT_OUT } from "./independence";

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
      requested_by: adminRefOf(by),
      requested_at: approval.requestedAt.toISOString(),
      expires_at: approval.expiresAt.toISOString(),
      ...(await decidersOf(db, approval)),
    });
  return found;
}

/** Active admins with the rights to decide a request, but for the one who made it: who may, and who may not and why. */
export async function decidersOf(
  db: Queryable,
  asked: Pick<Approval, "kind" | "furtherRights" | "requestedBy">,
): Promise<Pick<Awaiting, "approvers" | "kept_out">> {
  const rights = decidingRightsOf(asked);
  const holders = (await adminsHolding(db, rights)).filter(({ id }) => id !== asked.requestedBy);
  const approvers: Awaiting["approvers"] = [];
  const kept_out: Awaiting["kept_out"] = [];
  for (const holder of holders) {
    const why = await dependenceBetween(db, asked.requestedBy, holder.id, rights);
    if (why) kept_out.push({ ...holder, reason: KEPT_OUT[why] });
    else approvers.push(holder);
  }
  return { approvers, kept_out };
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
