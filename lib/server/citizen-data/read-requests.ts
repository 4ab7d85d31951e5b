import "server-only";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { PendingCorrection, UserDataRequests } from "@/lib/contract/user-data";
import { waitingApprovalOfKind } from "@/lib/server/approvals/waiting-requests";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { citizenDataCopies, citizenHolds } from "@/lib/server/db/schema/citizen-data";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { requireUser } from "@/lib/server/user/single";
import { correctedFieldsOf, correctionPayload } from "./correction";
import { planErasure } from "./erasure-plan";

/** Returns the pending requests of admins about a citizen's data. @throws 404 */
export async function readDataRequests(db: Queryable, userId: string): Promise<UserDataRequests> {
  const user = await requireUser(db, userId);
  const copy = await waitingApprovalOfKind(db, "user.exportData", userId);
  const erasure = await waitingApprovalOfKind(db, "user.eraseData", userId);
  return {
    hold: await readHold(db, userId),
    correction: await pendingCorrection(db, userId),
    copy: copy && { ...copy.pending, reason: copy.approval.reason },
    ready_copies: await readyCopies(db, userId),
    erasure: erasure && { ...erasure.pending, reason: erasure.approval.reason },
    erasure_plan: await planErasure(db, user),
  };
}

async function readHold(db: Queryable, userId: string): Promise<UserDataRequests["hold"]> {
  const [found] = await db
    .select({ hold: citizenHolds, by: admins })
    .from(citizenHolds)
    .innerJoin(admins, eq(admins.id, citizenHolds.placedBy))
    .where(eq(citizenHolds.userId, userId));
  if (!found) return null;
  const { hold, by } = found;
  return { reason: hold.reason, placed_by: toAdminRef(by), placed_at: hold.placedAt.toISOString() };
}

async function readyCopies(db: Queryable, userId: string): Promise<UserDataRequests["ready_copies"]> {
  const rows = await db
    .select({ copy: citizenDataCopies, by: admins })
    .from(citizenDataCopies)
    .innerJoin(admins, eq(admins.id, citizenDataCopies.requestedBy))
    .where(isReadyDataCopy(userId))
    .orderBy(desc(citizenDataCopies.approvedAt));
  return rows.map(({ copy, by }) => ({
    id: copy.id,
    requested_by: toAdminRef(by),
    approved_at: copy.approvedAt.toISOString(),
    expires_at: copy.expiresAt.toISOString(),
  }));
}

/** SQL condition: an approved copy of the citizen's data that was not downloaded and has not expired. */
export const isReadyDataCopy = (userId: string) =>
  and(
    eq(citizenDataCopies.userId, userId),
    isNull(citizenDataCopies.downloadedAt),
    gt(citizenDataCopies.expiresAt, sql`now()`),
  );

async function pendingCorrection(db: Queryable, userId: string): Promise<PendingCorrection | null> {
  const waiting = await waitingApprovalOfKind(db, "user.correct", userId);
  if (!waiting) return null;
  const { from, to, evidence } = correctionPayload.parse(waiting.approval.payload);
  const fields = correctedFieldsOf(to).map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
  return { ...waiting.pending, reason: waiting.approval.reason, evidence, fields };
}
